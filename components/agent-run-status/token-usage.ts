import { isJsonObject, type JsonObject } from '../../src/base/json.js';

export interface TokenUsage {
  input: number;
  output: number;
  total: number;
}

const INPUT = ['inputTokens', 'input_tokens', 'promptTokens', 'prompt_tokens'];
const OUTPUT = ['outputTokens', 'output_tokens', 'completionTokens', 'completion_tokens'];
const TOTAL = ['totalTokens', 'total_tokens'];

/** Tokens of a run, whichever way its owner counts them; nothing where it does not (never 0, §3.1). */
export function tokenUsage(usage: unknown): TokenUsage | undefined {
  const entries = (Array.isArray(usage) ? usage : [usage]).filter(isJsonObject);
  const sum = (keys: readonly string[]) =>
    entries.reduce((all, entry) => all + (numberIn(entry, keys) ?? 0), 0);
  const input = sum(INPUT);
  const output = sum(OUTPUT);
  const total = Math.max(sum(TOTAL), input + output);
  return total > 0 ? { input, output, total } : undefined;
}

function numberIn(entry: JsonObject, keys: readonly string[]): number | undefined {
  return keys.map((key) => entry[key]).find((value) => typeof value === 'number');
}
