import type { EventOf } from './envelope.js';

export type TextDelta = EventOf<'text.delta', { delta?: string }>;
/** `text` is the full answer of the message, or of the part where there is a `partId`. */
export type TextFinal = EventOf<'text.final', { text?: string }>;
export type TextEvent = TextDelta | TextFinal;
