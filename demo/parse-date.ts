const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const DAY_MS = 86_400_000;

/** The words that can name a day, as the source of a regular expression without groups. */
export const DATE_WORDS = [
  'today',
  'tonight',
  'the day after tomorrow',
  'tomorrow',
  'next week',
  'in \\d{1,3} (?:days?|weeks?)',
  `(?:on |next |this )?(?:${WEEKDAYS.join('|')})`,
  '\\d{4}-\\d{2}-\\d{2}',
  `(?:on )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${MONTHS.join('|')})`,
  `(?:on )?(?:${MONTHS.join('|')}) \\d{1,2}(?:st|nd|rd|th)?`,
].join('|');

/**
 * The day that a person's words name, as `YYYY-MM-DD`; `undefined` when they name none. A weekday is the next
 * one after today; a day and month without a year is the next such day.
 * @param today `YYYY-MM-DD`
 */
export function parseDate(words: string, today: string): string | undefined {
  const text = words
    .trim()
    .toLowerCase()
    .replace(/^(?:on|this|next) (?!week)/, '');
  const start = Date.parse(today);
  const inDays = (days: number) => new Date(start + days * DAY_MS).toISOString().slice(0, 10);

  if (text === 'today' || text === 'tonight') return today;
  if (text === 'tomorrow') return inDays(1);
  if (text === 'the day after tomorrow') return inDays(2);
  if (text === 'next week') return inDays(7);
  const later = /^in (\d+) (day|week)s?$/.exec(text);
  if (later) return inDays(Number(later[1]) * (later[2] === 'week' ? 7 : 1));
  const weekday = WEEKDAYS.indexOf(text);
  if (weekday >= 0) return inDays(((weekday - new Date(start).getUTCDay() + 6) % 7) + 1);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return calendarDay(text);
  const named = /^(\d+)(?:st|nd|rd|th)?(?: of)? ([a-z]+)$|^([a-z]+) (\d+)(?:st|nd|rd|th)?$/.exec(text);
  return named ? nextDay(Number(named[1] ?? named[4]), named[2] ?? named[3] ?? '', today) : undefined;
}

function nextDay(day: number, monthName: string, today: string): string | undefined {
  const month = MONTHS.indexOf(monthName) + 1;
  if (month === 0) return undefined;
  const year = Number(today.slice(0, 4));
  const inYear = (of: number) =>
    calendarDay(`${of}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
  const thisYear = inYear(year);
  return thisYear && thisYear >= today ? thisYear : inYear(year + 1);
}

/** The text itself if the calendar has such a day: 31 November does not exist. */
function calendarDay(text: string): string | undefined {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
}

/** `Tue, 1 Dec`, and `today` or `tomorrow` where that is clearer. */
export function sayDate(date: string, today: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  const format: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  };
  if (!date.startsWith(today.slice(0, 4))) format.year = 'numeric';
  return new Intl.DateTimeFormat('en-GB', format).format(new Date(date));
}
