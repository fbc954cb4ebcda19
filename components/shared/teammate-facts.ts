import { html, nothing } from 'lit';
import type { Cells, FallbackToken } from '../../src/agent-ui/projection/view-models.js';
import { inWords } from './approval-facts.js';
import type { StringKey, Wording } from './localize.js';

/** A fact of a row: its name in the view model, what people call it, and what is shown in place of the bare value. */
export type WantedFact = readonly [name: string, word: StringKey, shown?: unknown];

interface FactRow {
  name: string;
  word: StringKey;
  token?: FallbackToken;
  text: unknown;
}

/**
 * What is known, each with its name. Of what is not, the word for why not (agent-ui section 6), where the view model
 * says that the fact belongs here; the others are left out.
 */
export function teammateFacts(view: Cells, wanted: readonly WantedFact[], wording: Wording): unknown {
  const { t } = wording;
  const rows = wanted.flatMap(([name, word, shown]): FactRow[] => {
    const value = shown ?? (view as unknown as Readonly<Record<string, unknown>>)[name];
    const token = view.fallbacks?.[name]?.token;
    if (value === undefined || value === null || value === '')
      return token === undefined
        ? []
        : [{ name, word, token, text: t(FALLBACKS[token] ?? 'status.unknown') }];
    return [{ name, word, text: shown ?? inWords(value) }];
  });
  if (rows.length === 0) return nothing;
  return html`<dl class="facts">
    ${rows.map(
      ({ name, word, token, text }) =>
        html`<div class="fact" data-fact=${name} data-fallback=${token ?? nothing}>
          <dt>${t(word)}</dt>
          <dd dir="auto">${text}</dd>
        </div>`,
    )}
  </dl>`;
}

const FALLBACKS: Readonly<Partial<Record<string, StringKey>>> = {
  unknown: 'status.unknown',
  unavailable: 'team.unavailable',
  stale: 'capsule.stale',
};
