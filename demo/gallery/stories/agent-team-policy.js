/** Stories of the team's policies: plain Agent UI events. */

const BASE = { sessionId: 'gallery', threadId: 'thread' };

/** Numbers events, and gives them the context that they share. */
const story = (...events) => events.map((event, index) => ({ ...BASE, sequence: index + 1, ...event }));
const session = (payload) => ({ type: 'permission.changed', payload });
const member = (agentId, agentName, teamPolicy, payload = { status: 'running' }) => ({
  type: 'agent.changed',
  agentId,
  agentName,
  ...(teamPolicy ? { teamPolicy } : {}),
  payload,
});

const HOSTILE = '<img src=x onerror=alert(1)> [click](javascript:alert(2))';

export default {
  'policies and a question': story(
    session({
      mode: 'ask-before-write',
      sandbox: 'workspace',
      risk: 'medium',
      approval: 'every write',
      planMode: true,
      retention: '30 days',
    }),
    member('ada', 'Ada', { mode: 'ask-before-write', sandbox: 'workspace', planMode: true }),
    member('lin', 'Lin', {
      mode: 'read-only',
      sandbox: 'none',
      planMode: false,
      budget: { used: 3, limit: 10, unit: 'USD' },
    }),
    {
      type: 'permission.changed',
      agentId: 'bo',
      agentName: 'Bo',
      payload: {
        mode: 'auto-edit',
        sandbox: 'workspace',
        risk: 'high',
        decision: 'allow',
        scope: { path: 'docs/**' },
        expiresAt: new Date(Date.now() + 35 * 60_000).toISOString(),
        waiver: 'No second reader for typing errors',
      },
    },
    member('bo', 'Bo'),
    member('cleo', 'Cleo', { mode: 'ask-before-write', sandbox: 'workspace' }),
    {
      type: 'action.required',
      actionId: 'ac-1',
      agentId: 'cleo',
      agentName: 'Cleo',
      payload: {
        actionType: 'delegated_permission',
        title: 'Let Cleo reach api.example.com?',
        explanation: 'The price list is only there.',
        severity: 'high',
        scope: { host: 'api.example.com' },
        decisions: ['approve', 'reject'],
      },
    },
    member('old', 'Former', { mode: 'read-only' }, { status: 'closed' }),
  ),
  'facts missing': story(
    { type: 'permission.changed', payload: {} },
    member('a', undefined, { custom: 'word' }),
    { type: 'permission.changed', agentId: 'b', payload: { decision: 'pondering' } },
    { type: 'permission.changed', agentId: 'c', payload: { decision: 'deny', mode: null, risk: null } },
  ),
  huge: story(
    session({ mode: 'ask', sandbox: 'workspace' }),
    ...Array.from({ length: 200 }, (_, i) =>
      member(`w-${i}`, `Worker ${i}`, { mode: i % 4 ? 'ask' : 'auto', sandbox: 'workspace' }),
    ),
  ),
  hostile: story(
    session({ mode: HOSTILE, sandbox: { html: HOSTILE } }),
    member('constructor', HOSTILE, { mode: { toString: 1 }, budget: HOSTILE }),
    {
      type: 'permission.changed',
      agentId: 'x',
      payload: { decision: 'constructor', scope: HOSTILE, expiresAt: HOSTILE, mode: 'x'.repeat(300) },
    },
  ),
};
