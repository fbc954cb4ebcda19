import { setTimeout as delay } from 'node:timers/promises';
import { textOf, type RunAgent, type RunInput, type RunWriter } from './ag-ui-run.js';
import { readPage } from './read-page.js';
import { readOutcome, reportOutcomes, type DoneStep } from './report-outcomes.js';
import { plan, type Step, type TodoAction } from './scripted-agent.js';

export interface ScriptedRunOptions {
  /** `YYYY-MM-DD`; the server's own day by default. */
  today?: () => string;
  /** Between two words, so that streaming can be seen. Default 25. */
  wordDelayMs?: number;
  /** What it makes of a sentence, and how it tells what came of that. English by default. */
  planning?: typeof plan;
  reporting?: typeof reportOutcomes;
}

/** Calls whose items are remembered: the results come with another request. */
const REMEMBERED_CALLS = 1000;

/** The agent without a model, over AG-UI: plans, calls the page's tools, and reports their results. */
export function scriptedRun({
  today = localDay,
  wordDelayMs = 25,
  planning = plan,
  reporting = reportOutcomes,
}: ScriptedRunOptions = {}): RunAgent {
  const steps = new Map<string, Step>();

  const say = async (write: (delta: string) => void, text: string, signal: AbortSignal) => {
    for (const word of text.match(/\S+\s*/g) ?? []) {
      await delay(wordDelayMs, undefined, { signal });
      write(word);
    }
  };

  const call = async (run: RunWriter, name: string, step: Step, signal: AbortSignal) => {
    const id = run.callTool(name);
    steps.set(id, step);
    for (const chunk of JSON.stringify(step.params).match(/[\s\S]{1,16}/g) ?? []) {
      await delay(wordDelayMs / 2, undefined, { signal });
      run.toolArguments(id, chunk);
    }
    run.endTool(id);
    const oldest = steps.keys().next();
    if (steps.size > REMEMBERED_CALLS && !oldest.done) steps.delete(oldest.value);
  };

  return async (input, run, signal) => {
    const done = finishedSteps(input, steps);
    if (done.length > 0) {
      return say((delta) => run.text(delta), reporting(done, today(), escapeMarkdown), signal);
    }
    const sentence = textOf(input.messages.findLast((message) => message.role === 'user')?.content);
    const planned = planning(sentence, readPage(input.context), { today: today(), write: escapeMarkdown });
    const missing = planned.steps.find((step) => !toolFor(step.action, input));
    const answer = missing
      ? `The page does not offer \`${missing.action}\` now, so I have done nothing.`
      : planned.say;
    await say((delta) => run.reasoning(delta), planned.thought, signal);
    await say((delta) => run.text(delta), answer, signal);
    if (missing) return;
    for (const step of planned.steps)
      await call(run, toolFor(step.action, input) ?? step.action, step, signal);
  };
}

/** Today, where this program runs. */
export function localDay(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Pages name their tools `<surface>_<action>`. */
function toolFor(action: TodoAction, input: RunInput): string | undefined {
  return input.tools.find(({ name }) => name === action || name.endsWith(`_${action}`))?.name;
}

/** The calls whose results this run brings: those after the last thing that the person said. */
function finishedSteps({ messages }: RunInput, steps: ReadonlyMap<string, Step>): DoneStep[] {
  const since = messages.slice(messages.findLastIndex((message) => message.role === 'user') + 1);
  const calls = since.flatMap((message) => message.toolCalls ?? []);
  return since.flatMap(({ role, toolCallId, content, error }) => {
    if (role !== 'tool' || !toolCallId) return [];
    const outcome = readOutcome(textOf(content), error);
    const made = calls.find((each) => each.id === toolCallId);
    const step = steps.get(toolCallId) ?? (made && stepOf(made.function));
    return step ? [{ step, outcome }] : [];
  });
}

/** A server that was started anew knows only what the client sends back. */
function stepOf(call: { name: string; arguments: string }): Step | undefined {
  const action = (['add_todo', 'complete_todo', 'delete_todo', 'bulk_complete'] as const).find(
    (each) => call.name === each || call.name.endsWith(`_${each}`),
  );
  if (!action) return undefined;
  const params = JSON.parse(call.arguments) as Record<string, unknown>;
  const named = [params['title'] ?? params['todoId'] ?? params['todoIds']].flat().map(String);
  return { action, params, items: named };
}

/** Titles are the person's own text: none of it is markup. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&')
    .replace(/^(\d+)\./, '$1\\.');
}
