import { isJsonObject } from '../../src/base/json.js';
import type { Wording } from './localize.js';

const TOTALS = ['tokens', 'totalTokens', 'total_tokens'];
const PARTS = [
  'inputTokens',
  'outputTokens',
  'input_tokens',
  'output_tokens',
  'promptTokens',
  'completionTokens',
  'prompt_tokens',
  'completion_tokens',
];

/** What a teammate used, as far as its owner counts it: "9K tokens, 0.12 USD". Never a zero that nobody counted. */
export function usageWords(usage: unknown, { t, lang }: Wording): string | undefined {
  if (!isJsonObject(usage)) return undefined;
  const number = (key: string) => (typeof usage[key] === 'number' ? usage[key] : 0);
  const tokens =
    TOTALS.map(number).find((count) => count > 0) ?? PARTS.map(number).reduce((sum, count) => sum + count, 0);
  const { cost, currency } = usage;
  const price =
    typeof cost === 'number'
      ? `${cost.toLocaleString(lang, { maximumFractionDigits: 4 })} ${typeof currency === 'string' ? currency : ''}`.trim()
      : typeof cost === 'string'
        ? cost
        : undefined;
  const said = [
    tokens > 0 ? t('team.tokens', { n: tokens.toLocaleString(lang, { notation: 'compact' }) }) : undefined,
    price,
  ].filter((text) => text !== undefined);
  return said.length > 0 ? said.join(', ') : undefined;
}
