import { isJsonObject, isPollutingKey, type JsonObject } from '../../base/json.js';
import { isKnownEvent, type KnownEvent } from '../events/event.js';

/** Whose fact it is and where it stands in the stream, the adapter says. */
const OURS = new Set(['sequence', 'timestamp', 'sessionId', 'threadId']);

/** An Agent UI envelope that came inside another protocol; `undefined` when it is none of a known class. */
export function embeddedFact(value: unknown): KnownEvent | undefined {
  if (!isJsonObject(value) || typeof value['type'] !== 'string') return undefined;
  if (!isKnownEvent(value as { type: string })) return undefined;
  const fact: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    if (!isPollutingKey(key) && !OURS.has(key)) fact[key] = item;
  }
  // What the person chose on this page is no server's to write.
  if (fact['owner'] === 'ui_projection') delete fact['owner'];
  return fact as unknown as KnownEvent;
}
