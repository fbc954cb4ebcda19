import { AgentSession } from 'oui-elements/agent-ui';

/** What the page is about; the same in each framework. */
export const FIRST_GUESTS = [
  { name: 'Ada', meal: 'fish', plusOne: false },
  { name: 'Grace', meal: 'vegan', plusOne: true },
];

export const TABLES = ['a', 'b', 'c'];

export const SEATS_SCHEMA = {
  type: 'object',
  properties: {
    seats: { type: 'integer', minimum: 1, maximum: 500, description: 'How many can sit at all tables.' },
  },
  required: ['seats'],
  additionalProperties: false,
};

export const NAME_SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 80, description: 'As it stands on the list.' } },
  required: ['name'],
  additionalProperties: false,
};

export const GUESTS_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: { name: { type: 'string' }, meal: { type: 'string' }, plusOne: { type: 'boolean' } },
  },
};

/** The session that the page gives to the workbench; it has no agent, the page answers by hand. */
export const session = new AgentSession(undefined, { sessionId: 'party' });

let runs = 0;

/** Echoes what the person said, as facts of a run. */
export function answer(text) {
  const runId = `run-${++runs}`;
  const turnId = runId;
  const messageId = `answer-${runs}`;
  session.dispatch([
    { type: 'run.started', runId, turnId, payload: { userMessage: { id: `said-${runs}`, text } } },
    { type: 'text.delta', runId, turnId, messageId, payload: { delta: `You said: ${text}` } },
    { type: 'run.finished', runId, turnId, payload: { outcome: 'success' } },
  ]);
}

/** Loads the elements before the first rendering, or with `?late` after it. */
export async function start(render) {
  if (new URLSearchParams(location.search).has('late')) {
    render();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await import('oui-elements/define');
  } else {
    await import('oui-elements/define');
    render();
  }
}
