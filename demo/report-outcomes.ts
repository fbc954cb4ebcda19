import { countItems, listNames } from './answer-question.js';
import { sayDate } from './parse-date.js';
import type { Step } from './scripted-agent.js';

/** What became of a call. */
export interface Outcome {
  ok: boolean;
  data?: unknown;
  code?: string;
  message?: string;
}

export interface DoneStep {
  step: Step;
  outcome: Outcome;
}

const PAST = {
  add_todo: 'Added',
  complete_todo: 'Finished',
  delete_todo: 'Deleted',
  bulk_complete: 'Finished',
} as const;

/** Reads what a client sends as the result of a tool. */
export function readOutcome(content: string, error?: string): Outcome {
  const value = parse(content);
  const fault = value?.['error'];
  if (!error && !fault && value?.['ok'] !== false && value?.['success'] !== false) {
    return { ok: true, data: value?.['value'] ?? value?.['data'] ?? value };
  }
  const described =
    typeof fault === 'object' && fault !== null ? (fault as { code?: string; message?: string }) : {};
  const code = described.code ?? (typeof value?.['code'] === 'string' ? value['code'] : undefined);
  const message = described.message ?? (typeof fault === 'string' ? fault : error);
  return { ok: false, ...(code && { code }), ...(message && { message }) };
}

/** Says what happened, no more and no less than the results say. */
export function reportOutcomes(
  done: readonly DoneStep[],
  today: string,
  write: (title: string) => string,
): string {
  const sentences: string[] = [];
  const named = (items: readonly string[]) => listNames(items, write);
  for (const action of ['add_todo', 'complete_todo', 'delete_todo'] as const) {
    const worked = done.filter(({ step, outcome }) => step.action === action && outcome.ok);
    if (worked.length > 0) {
      const details = worked.length === 1 ? describe(worked[0]?.step.params ?? {}, today) : '';
      sentences.push(`${PAST[action]} ${named(worked.flatMap(({ step }) => step.items))}${details}.`);
    }
  }
  for (const { step, outcome } of done) {
    if (step.action === 'bulk_complete' && outcome.ok)
      sentences.push(sayBulk(outcome.data, step.items.length));
  }
  const declined = done
    .filter(({ outcome }) => outcome.code === 'ACTION_DENIED')
    .flatMap(({ step }) => step.items);
  if (declined.length > 0) {
    sentences.push(`You declined: ${named(declined)} ${declined.length === 1 ? 'stays' : 'stay'} as it is.`);
  }
  for (const { step, outcome } of done) {
    if (outcome.ok || outcome.code === 'ACTION_DENIED') continue;
    const why = write(outcome.message ?? 'the page gave no reason');
    const code = outcome.code ? ` (\`${outcome.code}\`)` : '';
    sentences.push(`${named(step.items)}: not ${PAST[step.action].toLowerCase()}. ${why}${code}`);
  }
  return sentences.join(' ');
}

function describe({ priority, dueDate }: Record<string, unknown>, today: string): string {
  const facts = [
    typeof priority === 'string' ? `${priority} priority` : '',
    typeof dueDate === 'string' ? `due ${sayDate(dueDate, today)}` : '',
  ].filter(Boolean);
  return facts.length > 0 ? ` (${facts.join(', ')})` : '';
}

function sayBulk(data: unknown, asked: number): string {
  const { completed, failed } = (data ?? {}) as { completed?: unknown; failed?: unknown };
  if (typeof completed !== 'number') return `The page says that it is done with ${countItems(asked)}.`;
  const rest =
    typeof failed === 'number' && failed > 0 ? `; ${countItems(failed)} could not be finished` : '';
  return `Finished ${countItems(completed)}${rest}.`;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
