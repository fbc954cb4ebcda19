import { isFirstPaint } from './first-paint.js';
import type { Wording } from './localize.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A finished duration: `0.3 s`, `12 s`, `2 m 05 s`, `1 h 02 m`. */
export function duration(ms: number, wording: Wording): string {
  if (ms >= 10 * SECOND) return elapsedTime(ms, wording);
  return wording.t('duration.seconds', { s: decimal(ms / SECOND, wording.lang, ms < 100 ? 2 : 1) });
}

/** A running one: whole seconds only, so that the text moves once a second. */
export function elapsedTime(ms: number, wording: Wording): string {
  const time = Math.max(0, ms);
  if (time < MINUTE)
    return wording.t('duration.seconds', { s: decimal(Math.floor(time / SECOND), wording.lang) });
  if (time < HOUR) {
    return wording.t('duration.minutes', {
      m: decimal(Math.floor(time / MINUTE), wording.lang),
      s: twoDigits(Math.floor((time % MINUTE) / SECOND)),
    });
  }
  return wording.t('duration.hours', {
    h: decimal(Math.floor(time / HOUR), wording.lang),
    m: twoDigits(Math.floor((time % HOUR) / MINUTE)),
  });
}

/** `14:02` in the reader's language and zone; nothing for what is no time, and on a server, which has another zone. */
export function clockTime(iso: string | undefined, wording: Wording): string | undefined {
  if (isFirstPaint()) return undefined;
  const time = iso === undefined ? NaN : Date.parse(iso);
  if (Number.isNaN(time)) return undefined;
  return new Intl.DateTimeFormat(wording.lang, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time);
}

/** `1.2 KB`: a size for people. */
export function byteSize(bytes: number, wording: Wording): string {
  if (bytes < 1000) return wording.t('size.bytes', { n: decimal(bytes, wording.lang) });
  if (bytes < 1_000_000) return wording.t('size.kilobytes', { n: decimal(bytes / 1000, wording.lang, 1) });
  return wording.t('size.megabytes', { n: decimal(bytes / 1_000_000, wording.lang, 1) });
}

function decimal(value: number, lang: string, digits = 0): string {
  return value.toLocaleString(lang, { maximumFractionDigits: digits });
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
