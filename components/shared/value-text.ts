/** Longer values are cut: nobody reads them here, and they would stall the page. */
const MAX_SHOWN = 100_000;

export interface ValueText {
  text: string;
  /** Characters of the whole. */
  length: number;
  cut: boolean;
}

/** A JSON value as a person reads it: texts as they are, the rest indented. */
export function valueText(value: unknown): ValueText {
  const whole = fullText(value);
  return { text: whole.slice(0, MAX_SHOWN), length: whole.length, cut: whole.length > MAX_SHOWN };
}

/** The same, whole, for copying. */
export function fullText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, null, 2) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Both ends of a long text: a path's root and its file say more than its first half. */
export function middleEllipsis(text: string, max = 48): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const tail = Math.floor(max / 3);
  return `${line.slice(0, max - tail - 1)}…${line.slice(-tail)}`;
}
