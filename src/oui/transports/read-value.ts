import { ignored, readFrame } from './text-frame.js';

/** A message that came as a value: what a text frame would have carried of it, or `undefined` with one warning. */
export function readValue(value: unknown, maxBytes: number): unknown {
  let text: string | undefined;
  try {
    if (isHeavier(value, maxBytes)) return ignored(`a message of more than ${maxBytes} bytes came`);
    text = JSON.stringify(value);
  } catch {
    // A cycle, or a BigInt: a structured clone carries them, JSON does not.
  }
  return text === undefined ? ignored('a value came that JSON cannot carry') : readFrame(text, maxBytes);
}

/** Whether its JSON is longer for certain. A clone keeps what is there twice as one, JSON writes it out each time. */
function isHeavier(value: unknown, most: number): boolean {
  let left = most;
  const weigh = (part: unknown): void => {
    left -= typeof part === 'string' ? part.length : 1;
    if (typeof part !== 'object' || part === null) return;
    for (const key in part) {
      if (left < 0) return;
      weigh((part as Record<string, unknown>)[key]);
    }
  };
  weigh(value);
  return left < 0;
}
