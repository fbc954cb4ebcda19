import { html, type TemplateResult } from 'lit';

/** 16 × 16, drawn with a 1.5 px stroke in the current colour. */
const PATHS = {
  queued: 'M13 8A5 5 0 1 1 3 8a5 5 0 0 1 10 0Z',
  running: 'M8 2.75A5.25 5.25 0 1 1 2.75 8',
  preparing: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  hand: 'M5 8.2V4.2a1 1 0 0 1 2 0V7.4M7 7V3a1 1 0 0 1 2 0v4M9 7.2V3.7a1 1 0 0 1 2 0V8M11 7.8V5.7a1 1 0 0 1 2 0V10a4 4 0 0 1-4 4h-.8a4 4 0 0 1-3-1.4L3 10a1 1 0 0 1 1.5-1.3L5 9.2',
  eye: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8ZM9.8 8a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0Z',
  clock: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM8 5v3.2l2 1.3',
  check: 'M3.5 8.6 6.5 11.5 12.5 4.8',
  cross: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  slash: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM4.2 11.8l7.6-7.6',
  square: 'M4 5a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1Z',
  moon: 'M13 9.6A5.5 5.5 0 1 1 6.4 3a4.4 4.4 0 0 0 6.6 6.6Z',
  unplugged: 'M6 2v3M10 2v3M4.5 5h7v2a3.5 3.5 0 0 1-7 0ZM8 10.5V14M2 2l12 12',
  question:
    'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM6.5 6.6a1.5 1.5 0 1 1 2.2 1.3c-.5.3-.7.5-.7 1M8 11v.01',
  chevron: 'M6 4l4 4-4 4',
  copy: 'M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z',
  up: 'M8 13V3.5M3.8 7.5 8 3.3l4.2 4.2',
  down: 'M8 3v9.5M3.8 8.5 8 12.7l4.2-4.2',
  retry: 'M13 8a5 5 0 1 1-1.6-3.7M13.2 2.2v3h-3',
  pencil: 'M10.8 3.2l2 2L5.5 12.5l-2.7.7.7-2.7ZM9.3 4.7l2 2',
  bend: 'M3 3v3.5a3 3 0 0 0 3 3h6.5M9.5 6.3l3.2 3.2-3.2 3.2',
  image:
    'M3.5 3h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM3 11.2l3-3 2.4 2.4L10.6 8.4 13 11M10.6 5.9v.01',
  plus: 'M8 3.5v9M3.5 8h9',
  search: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM10 10l3.5 3.5',
  download: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13h10',
  wrap: 'M2.5 4h11M2.5 8h8.5a2 2 0 0 1 0 4H8M9.5 10.5 8 12l1.5 1.5M2.5 12h2.5',
  pin: 'M5.5 2.5h5l-.7 4.2 2.2 2.3H4l2.2-2.3ZM8 9v4.5',
  archive: 'M2.5 3.5h11v2.5h-11ZM3.5 6v6.5h9V6M6.5 8.5h3',
  alert: 'M8 2.3 14.2 13H1.8ZM8 6.5v3M8 11.3v.01',
  paperclip: 'M11.5 6.5 7 11a1.8 1.8 0 0 1-2.6-2.6l5-5a2.7 2.7 0 0 1 3.9 3.9l-5 5',
  file: 'M4 2.5h5l3 3v8H4ZM9 2.5v3h3',
  person: 'M10.6 5.2a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0ZM3 13.4a5 5 0 0 1 10 0',
  globe: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM2.5 8h11M8 2.5c4 3.3 4 7.7 0 11-4-3.3-4-7.7 0-11',
  minus: 'M3.5 8h9',
  fit: 'M2.8 6V2.8H6M10 2.8h3.2V6M13.2 10v3.2H10M6 13.2H2.8V10',
  calendar:
    'M3.5 4h9a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM2.5 7h11M5.5 2.5V5M10.5 2.5V5',
  key: 'M7.5 8.5a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0ZM7.5 8.5h6.6V11M11.5 8.5v2',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing without meaning of its own: the word beside it, or the name of its button, says what it means. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" data-icon=${name} viewBox="0 0 16 16" aria-hidden="true">
    <path d=${PATHS[name]} />
  </svg>`;
}

/** The same drawing for a place inside another SVG. */
export function iconPath(name: IconName): string {
  return PATHS[name];
}
