import type { JsonObject } from '../../../base/json.js';
import { compact, note, type Row, type Said } from './said.js';

type Mapping = (said: Said) => readonly Row[];

const OUTCOMES: Readonly<Record<string, string>> = {
  completed: 'success',
  success: 'success',
  succeeded: 'success',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  aborted: 'cancelled',
  interrupted: 'interrupt',
  interrupt: 'interrupt',
};

const session = (type: 'session.opened' | 'session.updated', more: JsonObject = {}): Mapping => {
  return (said) => [
    {
      type,
      payload: {
        ...said.pick('title', 'workspace', 'status', 'unread', 'pinned', 'stale', 'cursor'),
        ...compact({ workspace: said.text('workspace', 'workspaceId') }),
        ...more,
      },
    },
  ];
};

const thread: Mapping = (said) => {
  const status = said.text('status');
  const threadId = said.text('threadId');
  return [
    { type: 'session.updated', scope: 'thread', payload: said.pick('title', 'status', 'stale') },
    ...(status !== undefined && threadId !== undefined
      ? [{ type: 'state.delta' as const, payload: { merge: { threads: { [threadId]: { status } } } } }]
      : []),
  ];
};

const begun = (said: Said): Row => ({
  type: 'run.started',
  runtimeEntity: 'agent_turn',
  payload: compact({
    ...said.pick('objective', 'label', 'inputRef', 'clientId', 'userMessage', 'source'),
    startedAt: said.text('startedAt', 'timestamp'),
  }),
});

const submitted: Mapping = (said) => {
  const stage = said.text('status');
  return [begun(said), ...(stage === undefined ? [] : [status({ stage })])];
};

const status = (payload: JsonObject): Row => ({ type: 'run.status', payload: compact(payload) });

const completed: Mapping = (said) => {
  const word = said.text('outcome') ?? said.text('status') ?? 'completed';
  if (word === 'failed') return failed(said);
  const outcome = OUTCOMES[word] ?? word;
  return [
    {
      type: 'run.finished',
      payload: compact({ outcome, ...said.pick('usage', 'summary', 'resumeBookmark') }),
    },
  ];
};

const failed: Mapping = (said) => [
  {
    type: 'run.failed',
    payload: compact({
      error: said.error('error', 'message'),
      category: said.text('failureCategory', 'category'),
      ...said.pick('code', 'retryable', 'diagnosticRef'),
    }),
  },
];

const runStatus: Mapping = (said) => [
  status({
    stage: said.text('stage', 'phase', 'status'),
    ...said.pick('title', 'detail', 'reason', 'retryCount', 'queuePosition', 'checkpoints', 'model'),
  }),
];

const requested: Mapping = (said) => {
  const at = Date.parse(said.text('timestamp') ?? '');
  return [
    status({
      stage: 'waiting_provider',
      model: said.text('model', 'modelId'),
      provider: said.text('provider'),
    }),
    ...(Number.isNaN(at)
      ? []
      : [
          {
            type: 'metric.changed' as const,
            metricName: 'provider.request_start_ms',
            payload: { value: at, unit: 'ms', tags: { clock: 'epoch' } },
          },
        ]),
  ];
};

const messageId = (said: Said) => said.text('messageId') ?? `msg:${said.text('turnId') ?? ''}`;

const delta: Mapping = (said) => {
  const text = said.text('text', 'delta');
  if (text === undefined)
    return [note('info', 'adapter.unmapped', 'A part of an answer that is no text is left out.')];
  return [
    { type: 'text.delta', messageId: messageId(said), partId: said.text('partId'), payload: { delta: text } },
  ];
};

const answered: Mapping = (said) => {
  const rows: Row[] = [];
  const text = said.text('text', 'finalText');
  if (text !== undefined) rows.push({ type: 'text.final', messageId: messageId(said), payload: { text } });
  const usage = said.object('usage');
  const total = usage?.['totalTokens'] ?? usage?.['total_tokens'];
  if (usage) {
    const payload = compact({
      value: typeof total === 'number' ? total : undefined,
      unit: 'tokens',
      tags: usage,
    });
    rows.push({ type: 'metric.changed', metricName: 'model.usage', payload });
  }
  const stop = said.text('stopReason');
  if (stop !== undefined) rows.push(note('info', 'model.stopped', `The model stopped: ${stop}.`));
  return rows;
};

/** A model that fails is not a turn that fails: that only `turn.failed` says. */
const modelFailed: Mapping = (said) => {
  const failure = note('warn', 'model.failed', said.error() ?? 'The model failed.', {
    ...said.pick('failureCategory', 'retryable'),
  });
  return said.flag('retryable') === true
    ? [status({ stage: 'retrying', reason: said.error(), retryCount: said.number('retryCount') }), failure]
    : [failure];
};

const reasoningDelta: Mapping = (said) => [
  {
    type: 'reasoning.delta',
    partId: said.text('partId'),
    payload: compact({ delta: said.text('delta', 'text'), visibility: said.text('visibility') }),
  },
];

const reasoningSummary: Mapping = (said) => [
  {
    type: 'reasoning.summary',
    partId: said.text('partId'),
    payload: compact({ summary: said.text('summary', 'text'), complete: said.flag('complete') ?? true }),
  },
];

/** How a model was chosen: a chip, and never prose (TASK-003). */
const routing =
  (stage: string, single = false): Mapping =>
  (said) => {
    const decision = said.object('routingDecision') ?? {};
    const from = said.text('fallbackFrom', 'from');
    const model = said.text('selectedModel', 'model') ?? decision['selectedModel'];
    const alone = single || said.number('candidateCount') === 1;
    const detail = [
      alone ? 'single candidate' : undefined,
      from !== undefined ? `fallback from ${from}` : undefined,
      said.text('decisionSource'),
    ].filter((part) => part !== undefined);
    const gap = said.text('capabilityGap');
    return [
      status({
        stage,
        model: typeof model === 'string' ? model : undefined,
        detail: detail.length > 0 ? detail.join(' · ') : undefined,
        reason: said.text('reason', 'statusReason') ?? (stage === 'blocked' ? gap : undefined),
        ...said.pick('taskKind', 'candidateCount', 'decisionSource', 'capabilityGap'),
        ...(alone ? { singleCandidate: true } : {}),
      }),
    ];
  };

/** Work that cannot go on says so where the work is shown, and where the run is. */
const blocked = (mapping: Mapping): Mapping => {
  return (said) => {
    const taskId = said.text('taskId');
    if (taskId === undefined) return mapping(said);
    const payload = compact({
      status: 'blocked',
      reason: said.text('reason', 'statusReason', 'capabilityGap'),
      blocker: said.type,
    });
    return [...mapping(said), { type: 'task.changed', taskId, runtimeStatus: 'waiting', payload }];
  };
};

const quotaBlocked: Mapping = (said) => [
  status({ stage: 'blocked', reason: said.text('reason', 'statusReason'), limitScope: said.text('scope') }),
];

const cost: Mapping = (said) => {
  const state = said.object('costState') ?? {};
  const value = said.number('amount', 'value') ?? state['amount'];
  return [
    {
      type: 'metric.changed',
      metricName: said.type,
      payload: compact({
        value: typeof value === 'number' ? value : undefined,
        unit: said.text('currency', 'unit'),
      }),
    },
  ];
};

const limit: Mapping = (said) => {
  const ms = said.number('retryAfterMs');
  const reason = said.text('reason', 'statusReason');
  const message = `${said.type}${reason === undefined ? '' : `: ${reason}`}${ms === undefined ? '' : `; retry after ${ms} ms`}`;
  return [{ ...note('warn', said.type, message), retryableOverload: said.flag('retryable') }];
};

const warning: Mapping = (said) => [note('warn', said.text('code') ?? said.type, said.error() ?? said.type)];

/** An error ends the turn only where the runtime says that it is fatal to it. */
const runtimeError: Mapping = (said) =>
  said.flag('fatal') === true && said.text('turnId') !== undefined
    ? [...failed(said), ...warning(said)]
    : [note('warn', said.text('code') ?? said.type, said.error() ?? said.type)];

const profile: Mapping = (said) => {
  const kind = said.text('taskKind', 'profile');
  return [note('info', said.type, kind === undefined ? 'The task has a profile.' : `The task is ${kind}.`)];
};

/** Sessions, threads, turns, models, routing, costs and limits (§9.2). */
export const RUN_EVENTS: Readonly<Record<string, Mapping>> = {
  'session.created': session('session.opened'),
  'session.updated': session('session.updated'),
  'thread.started': thread,
  'thread.updated': thread,
  'turn.submitted': submitted,
  'turn.started': (said) => [begun(said), status({ stage: 'preparing' })],
  'turn.completed': completed,
  'turn.failed': failed,
  'run.status': runStatus,
  'model.requested': requested,
  'model.delta': delta,
  'model.completed': answered,
  'model.failed': modelFailed,
  'reasoning.delta': reasoningDelta,
  'reasoning.summary': reasoningSummary,
  'task.profile.resolved': profile,
  'routing.candidates.resolved': routing('routing'),
  'routing.decided': routing('routing'),
  'routing.fallback.applied': routing('routing'),
  'routing.single_candidate': routing('routing', true),
  'routing.not_possible': blocked(routing('blocked')),
  'quota.blocked': blocked(quotaBlocked),
  'cost.estimated': cost,
  'cost.recorded': cost,
  'rate_limit.hit': limit,
  'quota.low': limit,
  'limit.changed': limit,
  'runtime.warning': warning,
  'runtime.error': runtimeError,
};

export type { Mapping };
