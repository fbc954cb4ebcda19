import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { Mapping } from './run-events.js';
import { compact, note, type Row, type Said } from './said.js';

/** What a row shows of its arguments in one line. */
const MAX_SUMMARY = 256;

const started: Mapping = (said) => {
  const args = said.object('safeArgs', 'args');
  return [
    {
      type: 'tool.started',
      payload: compact({
        name: said.text('toolName', 'name'),
        inputSummary: said.text('inputSummary') ?? summaryOf(args),
        ...said.pick('title', 'kind', 'risk'),
        startedAt: said.text('startedAt', 'timestamp'),
      }),
    },
    ...(args ? [argsRow({ args, state: 'input-available' })] : []),
  ];
};

function summaryOf(args: JsonObject | undefined): string | undefined {
  const values = Object.values(args ?? {});
  if (values.length === 0) return undefined;
  const text = values.length === 1 && typeof values[0] === 'string' ? values[0] : JSON.stringify(args);
  return text.length > MAX_SUMMARY ? `${text.slice(0, MAX_SUMMARY)}…` : text;
}

const argsRow = (payload: JsonObject): Row => ({ type: 'tool.args', payload: compact(payload) });

const args: Mapping = (said) => {
  const whole = said.any('safeArgs', 'args');
  const state = said.text('state') ?? (whole === undefined ? 'input-streaming' : 'input-available');
  return [argsRow({ args: whole, partial: said.text('partial'), delta: said.text('delta'), state })];
};

const progress = (payload: JsonObject, toolCallId?: string): Row => ({
  type: 'tool.progress',
  ...(toolCallId === undefined ? {} : { toolCallId }),
  payload: compact(payload),
});

const progressed: Mapping = (said) => [
  progress({
    ...said.pick('percent', 'done', 'total', 'phase', 'message'),
    partialOutputRef: said.text('partialOutputRef', 'outputRef'),
  }),
];

const outputOf = (said: Said): JsonObject => ({
  outputPreview: said.any('preview', 'outputPreview'),
  outputRef: said.text('outputRef'),
  ...said.pick('sizeBytes', 'shape', 'exitCode', 'durationMs', 'artifactIds', 'sourceRefs'),
});

const result: Mapping = (said) => {
  const status = said.text('status');
  const bad = status === 'error' || status === 'failed';
  return [
    {
      type: 'tool.result',
      payload: compact({ ...outputOf(said), ...(bad ? { status: 'error', error: said.error() } : {}) }),
    },
  ];
};

const failed: Mapping = (said) => {
  const evidenceId = said.text('evidenceId');
  return [
    {
      type: 'tool.failed',
      ...(evidenceId === undefined ? {} : { evidenceRefs: [evidenceId] }),
      payload: compact({
        error: said.error(),
        category: said.text('category', 'failureCategory'),
        ...said.pick('code', 'stderr', 'retryable', 'cancelled', 'timedOut', 'recovery', 'durationMs'),
        declined: said.text('category') === 'permission_denied' ? true : undefined,
      }),
    },
  ];
};

/** A process of a tool is detail of its row; one that no tool owns is a row of its own. */
const process =
  (owned: (said: Said) => Row, alone: (said: Said) => Row): Mapping =>
  (said) => {
    if (said.text('toolCallId') !== undefined) return [owned(said)];
    const processId = said.text('processId');
    if (processId === undefined)
      return [note('warn', 'adapter.missing_id', `${said.type} names no process.`)];
    return [{ ...alone(said), toolCallId: `process:${processId}` }];
  };

const output = (said: Said): Row => ({
  type: 'tool.output.delta',
  payload: compact({
    channel: said.text('channel', 'stream'),
    chunk: said.text('chunk', 'text', 'preview'),
    ...said.pick('truncated', 'outputRef'),
  }),
});

const phase =
  (name: string) =>
  (said: Said): Row =>
    progress({ phase: name, message: said.error(), exitCode: said.number('exitCode') });

const processStarted = (said: Said): Row => ({
  type: 'tool.started',
  payload: compact({
    name: said.text('command', 'name'),
    kind: 'command',
    startedAt: said.text('startedAt', 'timestamp'),
  }),
});

const processCompleted = (said: Said): Row => {
  const exitCode = said.number('exitCode');
  const bad = exitCode !== undefined && exitCode !== 0;
  const payload = { ...outputOf(said), ...(bad ? { status: 'error', error: `exit ${exitCode}` } : {}) };
  return { type: 'tool.result', payload: compact(payload) };
};

const processFailed =
  (cancelled: boolean) =>
  (said: Said): Row => ({
    type: 'tool.failed',
    payload: compact({
      error: said.error(),
      ...said.pick('stderr', 'retryable'),
      cancelled: cancelled || undefined,
    }),
  });

/** Output that is elsewhere, shorter, blackened or gone: the row says which. */
const moved: Mapping = (said) => {
  if (said.text('toolCallId') === undefined) {
    return [note('info', said.type, `${said.type} is about no tool that is shown.`, said.pick('outputRef'))];
  }
  const change = said.type.slice('output.'.length);
  const expired = change === 'expired';
  return [
    progress({
      phase: `output_${change}`,
      partialOutputRef: expired ? undefined : said.text('outputRef'),
      outputPreview: said.any('preview'),
      truncated: said.flag('truncated') ?? (change === 'truncated' ? true : undefined),
      [change]: true,
      ...said.pick('sizeBytes'),
    }),
  ];
};

const permission = (said: Said, more: JsonObject): Row => ({
  type: 'permission.changed',
  payload: compact({
    ...said.pick('mode', 'risk', 'scope', 'expiresAt', 'waiver', 'retention'),
    sandbox: said.any('sandboxProfile', 'sandbox'),
    ...more,
  }),
});

/** What a rule would say is no grant: somebody may still be asked. */
const evaluated: Mapping = (said) => [
  permission(said, { decision: null, evaluation: said.text('decision', 'permissionDecision') }),
];

const approvalId = (said: Said) => said.text('actionId', 'approval_action_id', 'approvalActionId');

const requested: Mapping = (said) => {
  const actionId = approvalId(said);
  const asked: Row[] =
    actionId === undefined
      ? []
      : [{ type: 'action.required', actionId, payload: questionOf(said, 'permission_grant') }];
  return [...asked, permission(said, { decision: null })];
};

const resolved: Mapping = (said) => {
  const actionId = approvalId(said);
  const decision = said.text('decision', 'permissionDecision');
  const answered: Row[] =
    actionId === undefined ? [] : [{ type: 'action.resolved', actionId, payload: answerOf(said) }];
  return [...answered, permission(said, { decision })];
};

const violation: Mapping = (said) => [
  ...(said.text('toolCallId') === undefined
    ? []
    : [progress({ phase: 'sandbox_violation', message: said.text('reason', 'message') })]),
  note('warn', said.type, said.text('reason', 'message') ?? 'A tool went beyond its sandbox.'),
];

const hook: Mapping = (said) => {
  const run = said.object('hookRun') ?? {};
  const decision = said.text('decision') ?? run['decision'];
  const blocks = decision === 'block' || decision === 'deny';
  const message = said.text('reason', 'message') ?? `${said.type}${blocks ? ': blocked' : ''}`;
  return [
    ...(blocks && said.text('toolCallId') !== undefined
      ? [progress({ phase: 'hook_blocked', message })]
      : []),
    note(blocks || said.type === 'hook.failed' ? 'warn' : 'info', said.type, message),
  ];
};

const ACTION_TYPES: Readonly<Record<string, string>> = { tool_permission: 'tool_approval' };
const DECISIONS: Readonly<Record<string, readonly string[]>> = {
  allow_or_deny: ['approve', 'reject'],
  approve_or_reject: ['approve', 'reject'],
  accept_or_decline: ['accept', 'decline'],
  answer: ['answer'],
  input: ['answer'],
};

/** A question to a person, in the standard's words (§2.3). What can be answered is only what the runtime lists. */
export function questionOf(said: Said, fallback?: string): JsonObject {
  const type = said.text('actionType') ?? fallback;
  const kind = said.text('decisionKind');
  return compact({
    actionType: type === undefined ? undefined : (ACTION_TYPES[type] ?? type),
    decisionKind: kind,
    decisions: said.list('decisions') ?? (kind === undefined ? undefined : DECISIONS[kind]),
    explanation: said.text('explanation', 'prompt'),
    input: said.any('safeArgs', 'input'),
    ...said.pick(
      'title',
      'severity',
      'risk',
      'scope',
      'consequence',
      'schema',
      'expiresAt',
      'toolName',
      'planRef',
    ),
  });
}

export function answerOf(said: Said): JsonObject {
  return said.pick(
    'decision',
    'resolvedBy',
    'reason',
    'auditSummary',
    'resolvedAt',
    'effectiveScope',
    'evidenceRef',
  );
}

const catalog: Mapping = (said) => {
  const tools = (said.list('tools') ?? []).map((tool) =>
    isJsonObject(tool) ? (tool['name'] ?? tool['toolName']) : tool,
  );
  return [{ type: 'context.changed', payload: { tools: tools.filter((name) => typeof name === 'string') } }];
};

/** Tools, processes, outputs, permissions and questions (§9.2). */
export const TOOL_EVENTS: Readonly<Record<string, Mapping>> = {
  'tool.catalog.resolved': catalog,
  'tool.started': started,
  'tool.args': args,
  'tool.progress': progressed,
  'tool.result': result,
  'tool.failed': failed,
  'process.started': process(phase('process_started'), processStarted),
  'process.output': process(output, output),
  'process.input': process(phase('process_input'), phase('process_input')),
  'process.completed': process(phase('process_completed'), processCompleted),
  'process.failed': process(phase('process_failed'), processFailed(false)),
  'process.terminated': process(phase('process_terminated'), processFailed(true)),
  'output.spilled': moved,
  'output.truncated': moved,
  'output.redacted': moved,
  'output.expired': moved,
  'permission.evaluated': evaluated,
  'permission.requested': requested,
  'permission.resolved': resolved,
  'sandbox.applied': (said) => [permission(said, {})],
  'sandbox.violation': violation,
  'policy.changed': (said) => [permission(said, said.pick('decision'))],
  'hook.started': hook,
  'hook.completed': hook,
  'hook.failed': hook,
  'action.required': (said) => [{ type: 'action.required', payload: questionOf(said) }],
  'action.resolved': (said) => [{ type: 'action.resolved', payload: answerOf(said) }],
};
