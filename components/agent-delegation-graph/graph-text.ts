/** About how much room a sign takes, where a Latin letter takes one. */
function roomOf(sign: string): number {
  if (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(sign))
    return 2;
  if (/[A-Zmw@%&<>=+_#]/.test(sign)) return 1.35;
  return /[ iljtfr.,:;'|!()[\]-]/.test(sign) ? 0.65 : 1;
}

/** A text for a place of so much room; SVG does not cut by itself. */
export function fitText(text: string, room: number): string {
  const signs = [...text.replace(/\s+/g, ' ').trim()];
  const ends: number[] = [];
  for (const sign of signs) ends.push((ends.at(-1) ?? 0) + roomOf(sign));
  if ((ends.at(-1) ?? 0) <= room) return signs.join('');
  return `${signs.slice(0, ends.filter((end) => end <= room - 1).length).join('')}\u2026`;
}
