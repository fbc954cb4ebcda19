/** Days as `YYYY-MM-DD`, in the person's own time zone. */

const DAY_MS = 86_400_000;

export function today() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

export function sayToday() {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(),
  );
}

/** `Today`, `Tomorrow`, `Fri 4 Dec`. */
export function sayDay(day) {
  const days = Math.round((Date.parse(day) - Date.parse(today())) / DAY_MS);
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  if (days === -1) return 'Yesterday';
  const format = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' };
  if (day.slice(0, 4) !== today().slice(0, 4)) format.year = 'numeric';
  return new Intl.DateTimeFormat('en-GB', format).format(new Date(day));
}
