import { isJsonObject } from '../../../base/json.js';

/**
 * A subagent is a tool whose output so far is its whole answer, sent again and again as it grows (as a message, or as
 * text): what is new of it is told, and only the newest is kept.
 */
export class NestedAnswers {
  readonly #texts = new Map<string, string>();

  /** What the text has gained; `undefined`: the output is no answer, or is no longer the same one. */
  grown(toolCallId: string, output: unknown): string | undefined {
    const text = answerText(output);
    if (text === undefined) return undefined;
    const before = this.#texts.get(toolCallId) ?? '';
    this.#texts.set(toolCallId, text);
    return text.startsWith(before) ? text.slice(before.length) : undefined;
  }

  forget(toolCallId: string): void {
    this.#texts.delete(toolCallId);
  }
}

/** The text of an output that is a message. */
export function answerText(output: unknown): string | undefined {
  if (!isJsonObject(output) || output['role'] !== 'assistant' || !Array.isArray(output['parts']))
    return undefined;
  return output['parts']
    .map((part: unknown) => (isJsonObject(part) && part['type'] === 'text' ? part['text'] : ''))
    .filter((text) => typeof text === 'string')
    .join('');
}
