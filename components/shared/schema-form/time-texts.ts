/** How a time of RFC 3339, which has a zone, is filled in with the browser's controls, which have none. */
export interface TimeTexts {
  control: 'datetime-local' | 'time';
  /** What the control shows of the value. */
  shown: string;
  /** In which zone that is. */
  zone: string;
  toValue(shown: string): string;
}

const TIME = /^(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)$/i;

/** Nothing for other formats, and for a text that is no such time: that is shown as it is. */
export function timeTexts(format: unknown, value: string): TimeTexts | undefined {
  if (format === 'date-time') return dateTime(value);
  return format === 'time' ? time(value) : undefined;
}

function dateTime(value: string): TimeTexts | undefined {
  const moment = value === '' ? undefined : new Date(value);
  if (moment && Number.isNaN(moment.getTime())) return undefined;
  const shown = moment ? localText(moment) : '';
  return {
    control: 'datetime-local',
    shown,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    // What nobody changed stays as it was written.
    toValue: (text) => (text === shown ? value : isoText(text)),
  };
}

function isoText(text: string): string {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString().replace('.000Z', 'Z');
}

function localText(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().replace(/(?:\.000)?Z$/, '');
}

function time(value: string): TimeTexts | undefined {
  const [, shown = '', given] = TIME.exec(value) ?? [];
  if (value !== '' && given === undefined) return undefined;
  const zone = given ?? offset(-new Date().getTimezoneOffset());
  return {
    control: 'time',
    shown,
    zone: zone.toUpperCase() === 'Z' ? 'UTC' : `UTC${zone}`,
    toValue: (text) => `${text.length === 5 ? `${text}:00` : text}${zone}`,
  };
}

function offset(minutes: number): string {
  if (minutes === 0) return 'Z';
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${part(size / 60)}:${part(size % 60)}`;
}
