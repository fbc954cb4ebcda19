/** What a runtime says when it has done what a person asked for. Each entry is one row of the write table. */
const REACTIONS = {
  send: ({ clientId, text }, { id }) => {
    const own = { runId: id('run'), turnId: id('turn') };
    return [
      { type: 'run.started', ...own, payload: { clientId, userMessage: { id: id('user'), text } } },
      { type: 'run.status', ...own, payload: { stage: 'streaming', title: 'Answering' } },
      {
        type: 'text.delta',
        ...own,
        messageId: id('message'),
        partId: id('part'),
        payload: { delta: 'This is a recording: I can only repeat what was played. Press Play to go on.' },
      },
      { type: 'run.finished', ...own, payload: { outcome: 'success' } },
    ];
  },
  queue: ({ clientId, text }) => [
    queue('add', { id: clientId, clientId, preview: text, state: 'queued', editable: true, removable: true }),
  ],
  'queue.edit': ({ itemId, text }) => [queue('edit', { id: itemId, preview: text })],
  'queue.remove': ({ itemId }) => [queue('remove', { id: itemId })],
  'queue.promote': ({ itemId }) => [queue('promote', { id: itemId })],
  steer: ({ clientId, text, runId }) => [
    {
      type: 'queue.changed',
      payload: { clientId, steer: [{ id: clientId, text, targetRunId: runId, state: 'accepted' }] },
    },
  ],
  'steer.cancel': ({ steerId }) => [
    { type: 'queue.changed', payload: { steer: [{ id: steerId, state: 'cancelled' }] } },
  ],
  interrupt: ({ runId }) => [
    { type: 'run.finished', ...(runId ? { runId } : {}), payload: { outcome: 'cancelled' } },
  ],
  delegate: ({ clientId, prompt, role }, { id, sessionId }) => [
    {
      type: 'agent.spawned',
      agentId: id('agent'),
      agentName: role ?? 'Helper',
      parentSessionId: sessionId,
      payload: { clientId, status: 'running', role, spawnReason: prompt },
    },
  ],
  continue_agent: ({ agentId, taskId, text }) => [about({ agentId, taskId }, 'running', { reason: text })],
  wait: ({ agentIds = [], taskIds = [] }, { id }) => [
    {
      type: 'task.changed',
      taskId: id('wait'),
      payload: { title: 'Wait', status: 'waiting', waitFor: [...agentIds, ...taskIds], timeoutPolicy: 'all' },
    },
  ],
  stop: ({ agentId, taskId, mode }) => [
    mode === 'pause'
      ? about({ agentId, taskId }, 'paused')
      : agentId === undefined
        ? about({ taskId }, 'cancelled')
        : { type: 'agent.completed', agentId, payload: { status: 'killed' } },
  ],
  close: ({ agentId }) => [{ type: 'agent.completed', agentId, payload: { status: 'closed' } }],
  assign: ({ workItemId, assignee, status, blocker }) => [
    {
      type: 'task.changed',
      workItemId,
      runtimeEntity: 'work_item',
      payload: {
        ...(assignee ? { assignee } : {}),
        ...(status ? { status } : {}),
        ...(blocker ? { blocker } : {}),
      },
    },
  ],
  request_review: ({ targetId, targetKind = 'artifact', reviewer = 'reviewer' }, { id }) => [
    {
      type: 'review.requested',
      reviewId: id('review'),
      payload: { reviewer, target: { kind: targetKind, id: targetId }, requestedBy: 'user' },
    },
  ],
  'request_review.decide': ({ reviewId, verdict, reason }) => [
    { type: 'review.completed', reviewId, payload: { verdict, summary: reason } },
  ],
  respond: ({ actionId, decision, payload }) => [
    {
      type: 'action.resolved',
      actionId,
      payload: { decision, resolvedBy: 'user', reason: payload?.reason },
    },
  ],
  'respond.handoff': ({ handoffId, decision }) => [
    {
      type: 'agent.handoff',
      handoffId,
      payload:
        decision === 'accept'
          ? { state: 'accepted', acceptedAt: new Date().toISOString() }
          : { state: 'declined' },
    },
  ],
  edit: ({ artifactId, content }, { id }) => [
    {
      type: 'artifact.version.created',
      artifactId,
      artifactVersionId: id('v'),
      artifactStatus: 'ready',
      ...(content === undefined ? {} : { artifactPreview: content }),
      payload: { createdAt: new Date().toISOString() },
    },
  ],
  'edit.fork': ({ artifactId }, { id }) => [
    {
      type: 'artifact.created',
      artifactId: id('artifact'),
      artifactKind: 'document',
      artifactStatus: 'ready',
      artifactVersionId: 'v1',
      sourceRefs: [`artifact:${artifactId}`],
      payload: { title: 'Copy' },
    },
  ],
  'edit.regenerate': ({ artifactId }, { id }) => [
    {
      type: 'artifact.updated',
      artifactId,
      artifactStatus: 'ready',
      artifactVersionId: id('v'),
      payload: {},
    },
  ],
  'edit.policy': ({ agentId, change }) => [
    { type: 'permission.changed', agentId, payload: { ...change, decision: null } },
  ],
  export: ({ artifactId, format = 'pdf' }, { id }) => {
    const artifactExportId = id('export');
    return [
      { type: 'artifact.export.started', artifactId, artifactExportId, payload: { format } },
      {
        type: 'artifact.export.completed',
        artifactId,
        artifactExportId,
        payload: { format, exportRef: `dl://${artifactExportId}` },
      },
    ];
  },
  'export.evidence': ({ runId, taskId }, { id }) => {
    const of = { evidenceId: id('pack'), ...(runId ? { runId } : {}), ...(taskId ? { taskId } : {}) };
    return [
      {
        type: 'evidence.changed',
        ...of,
        payload: { kind: 'pack', status: 'exporting', title: 'Evidence pack' },
      },
      {
        type: 'evidence.changed',
        ...of,
        evidencePackRef: `pack://${of.evidenceId}`,
        payload: { kind: 'pack', status: 'ready' },
      },
    ];
  },
  'export.replay': ({ evidenceId }) => [
    {
      type: 'evidence.changed',
      evidenceId,
      replayRef: `replay://${evidenceId}`,
      payload: { status: 'ready' },
    },
  ],
  retry: ({ runId, toolCallId, artifactId, agentId, taskId }, { id }) => {
    const attemptId = id('attempt');
    if (agentId) return [{ ...about({ agentId }, 'running', { reason: 'retry' }), attemptId }];
    if (taskId) return [{ ...about({ taskId }, 'running', { reason: 'retry' }), attemptId }];
    if (toolCallId) return [{ type: 'tool.started', toolCallId, attemptId, payload: {} }];
    if (artifactId)
      return [{ type: 'artifact.updated', artifactId, artifactStatus: 'updating', payload: {} }];
    const own = { runId: id('run'), ...(runId ? {} : { turnId: id('turn') }) };
    return [{ type: 'run.started', ...own, payload: { label: 'Again' } }];
  },
  rollback: ({ artifactId, versionId }) => [
    {
      type: 'artifact.updated',
      artifactId,
      artifactVersionId: versionId,
      artifactStatus: 'ready',
      payload: {},
    },
  ],
};

function queue(op, item) {
  return { type: 'queue.changed', payload: { clientId: item.clientId, mutation: { op, item } } };
}

function about({ agentId, taskId }, status, payload = {}) {
  return taskId === undefined
    ? { type: 'agent.changed', agentId, runtimeStatus: status, payload: { status, ...payload } }
    : { type: 'task.changed', taskId, payload: { status, ...payload } };
}

/** The kinds of requests that the recording's runtime takes. */
export const CONTROLS = Object.keys(REACTIONS);

/**
 * The facts by which the owner confirms a request.
 * @param context ids that nothing else has, and the session
 */
export function reactionTo(request, context) {
  return REACTIONS[request.kind](request, context);
}
