/** Signs of East Asian scripts take twice the room. */
function unitsOf(sign: string): number {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(sign)
    ? 2
    : 1;
}

/** A text for a place of so many units, of which a Latin letter takes one; SVG does not cut by itself. */
export function fitText(text: string, room: number): string {
  let used = 0;
  let fitting = '';
  for (const sign of text.replace(/\s+/g, ' ').trim()) {
    used += unitsOf(sign);
    if (used > room) return `${[...fitting].slice(0, -1).join('')}\u2026`;
    fitting += sign;
  }
  return fitting;
}
