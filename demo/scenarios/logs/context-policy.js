import { asked, finished, recorded, says, stage } from './recorded.js';

export default recorded({
  id: 'context-policy',
  title: 'Context and policy: a budget, what is missing, compaction, a grant',
  about: 'A policy is shown as a policy. A grant appears when its owner says so, with its scope and its end.',
  topology: 'solo_run',
  layout: 'team',
  steps: [
    { type: 'session.opened', payload: { title: 'Draft the offer' } },
    asked('Draft the offer for Example Inc.'),
    {
      type: 'permission.changed',
      payload: {
        mode: 'ask-before-write',
        risk: 'medium',
        sandbox: 'workspace',
        decision: null,
        retention: '30 days',
      },
    },
    {
      type: 'context.changed',
      payload: {
        refs: [{ id: 'f-1', label: 'price-list.csv', kind: 'file' }],
        budget: { used: 58_000, limit: 64_000, unit: 'tokens' },
        missing: [{ id: 'f-2', label: 'old-offer.pdf', blocking: true }],
        retrieval: [{ sourceId: 'crm' }],
        teamMemoryRef: 'memory://sales',
      },
    },
    stage('streaming', 'Writing'),
    says('I begin with the prices; '),
    { type: 'context.compaction.started', payload: { boundaryId: 'cb-1', trigger: 'budget' } },
    {
      type: 'context.compaction.completed',
      payload: {
        boundaryId: 'cb-1',
        summary: 'Prices and customer are kept',
        tokensBefore: 60_000,
        tokensAfter: 22_000,
        preservedActions: ['ac-1'],
      },
    },
    {
      type: 'action.required',
      actionId: 'ac-1',
      payload: {
        actionType: 'permission_grant',
        title: 'Read the customer database?',
        explanation: 'The discount is only there.',
        severity: 'high',
        scope: { table: 'customers', access: 'read' },
        decisions: ['approve', 'reject'],
        expiresAt: '2099-01-01T00:00:00Z',
      },
    },
    {
      type: 'permission.changed',
      actionId: 'ac-1',
      payload: { mode: 'ask-before-write', decision: 'ask' },
    },
    {
      until: 'ac-1',
      answers: {
        approve: [
          { type: 'action.resolved', actionId: 'ac-1', payload: { decision: 'approve', resolvedBy: 'user' } },
          {
            type: 'permission.changed',
            actionId: 'ac-1',
            payload: {
              mode: 'ask-before-write',
              decision: 'allow',
              scope: { table: 'customers', access: 'read' },
              expiresAt: '2099-01-01T00:00:00Z',
            },
          },
          says('the discount is 12 %.', { partId: 't-2' }),
        ],
        reject: [
          { type: 'action.resolved', actionId: 'ac-1', payload: { decision: 'reject', resolvedBy: 'user' } },
          {
            type: 'permission.changed',
            actionId: 'ac-1',
            payload: { mode: 'ask-before-write', decision: 'deny' },
          },
          says('without the database I leave the discount open.', { partId: 't-2' }),
        ],
      },
    },
    finished(),
  ],
});
