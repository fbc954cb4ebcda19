/**
 * A recorded log: Agent UI events in the order in which a runtime sent them, and where it waited for a person.
 *
 * @typedef {{ type: string, [field: string]: unknown }} Event
 * @typedef {{ until: string, answers: Record<string, Event[]> }} Wait The question that the runtime
 *   waited for, and what it sent for each decision.
 * @typedef {{ id: string, title: string, about: string, topology?: string, layout?: 'full' | 'team', diagnostics?: boolean,
 *   ownRuns?: boolean,
 *   steps: (Event | Wait)[], details?: Record<string, string>, older?: Record<string, Event[]> }} Scenario
 */

/**
 * Gives every event the context that it shares with the others. Whoever plays the log numbers it: which branch of a
 * question was sent is not known before.
 *
 * @param {Scenario} scenario
 * @returns {Scenario}
 */
export function recorded(scenario) {
  const base = {
    sessionId: scenario.id,
    threadId: `${scenario.id}-thread`,
    runId: 'run-1',
    turnId: 'turn-1',
  };
  const whole = (event) => ({ ...base, ...event });
  const steps = scenario.steps.flat(3).map((step) =>
    step.type === undefined
      ? {
          ...step,
          answers: Object.fromEntries(
            Object.entries(step.answers).map(([decision, events]) => [decision, events.flat(3).map(whole)]),
          ),
        }
      : whole(step),
  );
  const older = Object.fromEntries(
    Object.entries(scenario.older ?? {}).map(([cursor, events]) => [cursor, events.map(whole)]),
  );
  return { details: {}, ...scenario, steps, older };
}

/**
 * The events in the order in which a runtime would have sent them, if a person had decided so.
 *
 * @param {Scenario} scenario
 * @param {(answers: string[]) => string} [decide] one of the decisions that the log has; the first by default
 */
export function eventsOf({ steps }, decide = ([first]) => first) {
  return steps
    .flatMap((step) => (step.type === undefined ? step.answers[decide(Object.keys(step.answers))] : [step]))
    .map((event, index) => ({ ...event, sequence: index + 1 }));
}

/** What a person said, and the run that it began. */
export const asked = (text, payload = {}) => ({
  type: 'run.started',
  runtimeEntity: 'agent_turn',
  payload: { userMessage: { id: `user-${text.length}`, text }, ...payload },
});

export const stage = (name, title, payload = {}) => ({
  type: 'run.status',
  payload: { stage: name, ...(title ? { title } : {}), ...payload },
});

export const finished = (payload = { outcome: 'success' }) => ({ type: 'run.finished', payload });

/** A text as it streams: a few words at a time. */
export const says = (text, { messageId = 'm-1', partId = 't-1', ...fields } = {}) =>
  (text.match(/\s*(?:\S+\s*){1,4}/g) ?? []).map((delta) => ({
    type: 'text.delta',
    messageId,
    partId,
    ...fields,
    payload: { delta },
  }));

export const thinks = (text, partId = 'r-1', summary = undefined) => [
  ...(text.match(/\s*(?:\S+\s*){1,6}/g) ?? []).map((delta) => ({
    type: 'reasoning.delta',
    partId,
    payload: { delta },
  })),
  ...(summary ? [{ type: 'reasoning.summary', partId, payload: { summary, complete: true } }] : []),
];

export const tool = (toolCallId, name, title, args) => [
  { type: 'tool.started', toolCallId, payload: { name, title } },
  { type: 'tool.args', toolCallId, payload: { args, state: 'input-available' } },
];

export const result = (toolCallId, outputPreview, payload = {}) => ({
  type: 'tool.result',
  toolCallId,
  payload: { outputPreview, durationMs: 640, ...payload },
});

/** A child of this session. */
export const spawned = (agentId, agentName, payload = {}, fields = {}) => ({
  type: 'agent.spawned',
  agentId,
  agentName,
  runtimeEntity: 'subagent_turn',
  ...fields,
  payload: { status: 'running', model: 'large-2', ...payload },
});

export const changed = (agentId, payload, fields = {}) => ({
  type: 'agent.changed',
  agentId,
  ...fields,
  payload,
});

export const ended = (agentId, payload, fields = {}) => ({
  type: 'agent.completed',
  agentId,
  ...fields,
  payload,
});

export const task = (taskId, payload, fields = {}) => ({ type: 'task.changed', taskId, ...fields, payload });

export const item = (workItemId, payload) => ({
  type: 'task.changed',
  workItemId,
  runtimeEntity: 'work_item',
  payload,
});
