import { RUN_SEQUENCES as S } from './run-sequences.js';
import type { AgentUiScenario } from './scenario.js';
import { facts, parts, says, scenario } from './steps.js';

const answer = (text: string, more: object = {}) => ({ messageId: 'm-1', role: 'assistant', text, ...more });
const absent = { $is: 'absent' };

/** What must be so of one run. Plain JSON. */
export const RUN_SCENARIOS: readonly AgentUiScenario[] = [
  scenario(
    'AC-01',
    'M-016 M-017 R10 W1',
    'a run has a status before its first text, and takes the id of what the client sent',
    says(S['AC-01'], 1, 2),
    facts(
      { runs: [{ runId: 'run-1', stage: 'preparing', title: 'Assembling context', clientId: 'c-1' }] },
      { none: { messages: [{ role: 'assistant' }] } },
    ),
    says(S['AC-01'], 3),
    facts({ messages: [answer('Here is')], runs: [{ runId: 'run-1', stage: 'streaming', outcome: absent }] }),
  ),
  scenario(
    'AC-02',
    'M-013 M-014 M-041 N-012',
    'reasoning is never in the answer; its title comes from a whole summary',
    says(S['AC-02']),
    facts({
      messages: [answer('Use option B.')],
      turns: [{ turnId: 'turn-1', parts: [{ partId: 'r-1', title: 'Compared A and B' }, { partId: 't-1' }] }],
      runs: [{ stage: 'completed', outcome: 'success' }],
    }),
  ),
  scenario(
    'AC-02H',
    'M-012 M-018 M-013',
    'a snapshot with the same message changes no answer and brings no reasoning as text',
    says(S['AC-02']),
    {
      events: [
        {
          type: 'messages.snapshot',
          sessionId: 'ses-1',
          threadId: 'thr-1',
          payload: {
            mode: 'window',
            version: 2,
            messages: [{ id: 'm-1', role: 'assistant', turnId: 'turn-1', text: 'Use option B.' }],
          },
        },
      ],
    },
    facts({ messages: [answer('Use option B.')] }, { count: { messages: 1 } }),
  ),
  scenario(
    'AC-03',
    'M-011 M-014 R4 N-012',
    'parts stand where they began, whatever comes between them',
    says(S['AC-03'], 1, 3),
    facts({ ...parts('r-1', 'tc-1'), tools: [{ toolCallId: 'tc-1', name: 'read_log', state: 'progress' }] }),
    says(S['AC-03'], 4, 6),
    facts({
      ...parts('r-1', 'tc-1', 't-1', 'r-2'),
      tools: [{ toolCallId: 'tc-1', state: 'output-available' }],
    }),
    says(S['AC-03'], 7),
    facts({
      ...parts('r-1', 'tc-1', 't-1', 'r-2', 't-2'),
      messages: [answer('The log shows a missing file.')],
      runs: [{ outcome: 'success' }],
    }),
  ),
  scenario(
    'AC-03L',
    'M-011 M-061 R4',
    'the same events come late and out of order, and the turn is the same',
    { events: [7, 4, 2, 1, 3, 6, 5, 8].map((line) => S['AC-03'][line - 1]!) },
    facts({
      ...parts('r-1', 'tc-1', 't-1', 'r-2', 't-2'),
      messages: [answer('The log shows a missing file.')],
    }),
  ),
  scenario(
    'AC-04',
    'M-012 M-018 N-008',
    'a final text that differs replaces what was streamed, once; what comes late or twice is ignored',
    says(S['AC-04']),
    facts({ ...parts('t-1', 'tc-1', 't-2'), messages: [answer('Hello there', { reconciled: 'replaced' })] }),
  ),
  ...(['Hello world', 'Hello world!'] as const).map((text, at) =>
    scenario(
      at === 0 ? 'AC-04A' : 'AC-04B',
      'M-012 M-018',
      at === 0
        ? 'a final text that is what was streamed changes nothing'
        : 'a final text that goes on is added to the last part',
      says(S['AC-04'], 1, 3),
      { events: [{ ...S['AC-04'][3]!, payload: { text } }] },
      facts({ messages: [answer(text, { reconciled: at === 0 ? 'match' : 'extended' })] }),
    ),
  ),
  scenario(
    'AC-05',
    'M-006 M-020 M-043 N-013 N-018',
    'a tool’s input, progress and result are its row; secrets are nowhere, and the answer is untouched',
    says(S['AC-05'], 1, 1),
    facts({ tools: [{ toolCallId: 'tc-9', state: 'input-streaming' }] }),
    says(S['AC-05'], 2, 2),
    facts({ tools: [{ toolCallId: 'tc-9', state: 'input-available' }] }, { lacks: ['sk-live-123'] }),
    says(S['AC-05'], 3, 3),
    facts({ tools: [{ toolCallId: 'tc-9', state: 'running', name: 'edit_file', risk: 'medium' }] }),
    says(S['AC-05'], 4, 5),
    facts({ tools: [{ toolCallId: 'tc-9', state: 'progress' }] }),
    says(S['AC-05'], 6),
    facts(
      { tools: [{ toolCallId: 'tc-9', state: 'output-available', outputRef: 'out://9', sizeBytes: 90_112 }] },
      { none: { messages: [{}] }, lacks: ['sk-live-123'] },
    ),
  ),
  scenario(
    'AC-05F',
    'M-043 N-006',
    'a tool that failed keeps its error; one that was cancelled is no failure',
    says(S['AC-05'], 3, 3),
    {
      events: [
        {
          ...S['AC-05'][5]!,
          type: 'tool.failed',
          payload: { error: 'exit 1', stderr: 'no such file', retryable: true },
        },
        { ...S['AC-05'][2]!, toolCallId: 'tc-8', sequence: 7 },
        {
          ...S['AC-05'][5]!,
          type: 'tool.failed',
          toolCallId: 'tc-8',
          sequence: 8,
          payload: { cancelled: true },
        },
      ],
    },
    facts({
      tools: [
        {
          toolCallId: 'tc-9',
          state: 'output-error',
          error: { message: 'exit 1', stderr: 'no such file', retryable: true },
        },
        { toolCallId: 'tc-8', state: 'cancelled' },
      ],
    }),
  ),
  scenario(
    'AC-06',
    'M-021 M-022 M-026 W11 N-014',
    'an approval is asked for once, and stands only when its owner says so',
    says(S['AC-06'], 1, 2),
    facts({
      approvals: [
        {
          actionId: 'ac-1',
          state: 'pending',
          actionType: 'tool_approval',
          toolCallId: 'tc-3',
          severity: 'high',
        },
      ],
      tools: [{ toolCallId: 'tc-3', state: 'awaiting-approval' }],
    }),
    { ask: { kind: 'respond', actionId: 'ac-1', decision: 'approve' }, times: 2 },
    { sent: [{ kind: 'respond', actionId: 'ac-1', decision: 'approve', idempotencyKey: { $is: 'string' } }] },
    facts({ approvals: [{ actionId: 'ac-1', state: 'pending', decision: absent }] }),
    says(S['AC-06'], 3, 3),
    facts({
      approvals: [
        { actionId: 'ac-1', state: 'resolved', decision: 'approved', auditSummary: 'Approved once' },
      ],
    }),
    says(S['AC-06'], 4),
    facts({ tools: [{ toolCallId: 'tc-3', state: 'output-available' }] }, { count: { approvals: 1 } }),
  ),
  scenario(
    'AC-06R',
    'M-023 N-014 N-025',
    'an approval that its owner refuses to take changes no fact, and may be asked for again',
    says(S['AC-06'], 1, 2),
    {
      ask: { kind: 'respond', actionId: 'ac-1', decision: 'approve' },
      receipt: { status: 'rejected', reason: 'Not now.' },
    },
    facts(
      { approvals: [{ actionId: 'ac-1', state: 'pending' }] },
      { none: { tools: [{ state: 'output-available' }], approvals: [{ state: 'resolved' }] } },
    ),
    { ask: { kind: 'respond', actionId: 'ac-1', decision: 'approve' } },
    { sent: [{ actionId: 'ac-1' }, { actionId: 'ac-1' }] },
  ),
  scenario(
    'AC-07',
    'M-025 M-045 W2 W3',
    'the queue and steering are facts of their own, and nobody’s words',
    says(S['AC-07'], 1, 2),
    facts({ queue: [{ id: 'q-1', position: 1, editable: true, removable: true }] }),
    says(S['AC-07'], 3, 3),
    facts({ steers: [{ id: 's-1', state: 'pending', targetRunId: 'run-1' }], queue: [{ id: 'q-1' }] }),
    says(S['AC-07'], 4),
    facts(
      { steers: [{ id: 's-1', state: 'rejected', text: 'Use TypeScript', reason: 'tool running' }] },
      { none: { messages: [{}] }, count: { queue: 0 } },
    ),
  ),
  scenario(
    'AC-08',
    'M-029 M-030 M-031 M-032 M-047',
    'an artifact’s versions, diffs, exports and failures are facts of it, and its body is no message',
    says(S['AC-08']),
    facts(
      {
        artifacts: [
          {
            artifactId: 'art-1',
            kind: 'document',
            status: 'ready',
            title: 'Release plan',
            versionId: 'v2',
            diffRef: 'diff://v1..v2',
            versions: { $has: { versionId: 'v1' } },
            exports: { $has: { exportId: 'x-1', state: 'completed', exportRef: 'dl://x-1' } },
          },
        ],
      },
      { none: { messages: [{}] } },
    ),
  ),
  scenario(
    'AC-09',
    'M-033 M-034 M-048 N-016',
    'evidence is exported beside the text; pack, replay and review are one record',
    says(S['AC-09'], 1, 2),
    facts({ evidence: [{ evidenceId: 'ev-1', status: 'exporting' }], messages: [answer('still streaming')] }),
    says(S['AC-09'], 3),
    facts(
      {
        evidence: [
          {
            evidenceId: 'ev-1',
            status: 'ready',
            evidencePackRef: 'pack://1',
            replayRef: 'replay://1',
            reviewRef: 'review://1',
            traceId: 'tr-1',
          },
        ],
      },
      { count: { evidence: 1 } },
    ),
  ),
  scenario(
    'AC-10',
    'M-053 M-055 R6',
    'an old session is its window, its run and its open questions; an older window overwrites nothing',
    says(S['AC-10']),
    {
      events: [
        {
          type: 'messages.snapshot',
          sessionId: 'ses-old',
          threadId: 'thr-1',
          payload: {
            mode: 'window',
            version: 3,
            messages: [
              { id: 'm-49', role: 'assistant', parts: [{ type: 'assistant_text', id: 't-1', text: 'Do' }] },
            ],
          },
        },
      ],
    },
    facts({
      sessions: [{ sessionId: 'ses-old', title: 'Old work', truncated: true, cursor: 'c-50' }],
      messages: [{ messageId: 'm-49', text: 'Done.' }],
      runs: [{ stage: 'action_required' }],
      approvals: [{ actionId: 'ac-7', state: 'pending' }],
    }),
  ),
  scenario(
    'AC-11',
    'M-057 N-001 N-002 N-006',
    'what nobody said is unknown, whatever the prose says',
    says(S['AC-11']),
    facts(
      {
        artifacts: [{ artifactId: 'art-7', kind: absent, status: absent, versionId: absent }],
        evidence: [{ evidenceId: 'ev-2', status: absent }],
        runs: [{ outcome: 'unknown' }],
      },
      { none: { approvals: [{}], runs: [{ outcome: 'success' }] } },
    ),
  ),
  scenario(
    'AC-20',
    'M-046 M-058',
    'context and compaction are boundaries of the turn; a policy is no grant',
    says(S['AC-20']),
    facts(
      {
        context: [
          { budget: { used: 42_000, limit: 64_000 }, missing: { $has: { id: 'f-2', blocking: true } } },
          { boundaryId: 'cb-1', status: 'completed', tokensAfter: 30_000, summaryRef: 'sum://1' },
        ],
        permissions: [{ mode: 'ask-before-write', risk: 'medium', decision: { $is: 'null' } }],
      },
      { none: { messages: [{}] } },
    ),
  ),
  scenario(
    'AC-21',
    'M-059 M-060',
    'diagnostics and metrics are nowhere else',
    says(S['AC-21']),
    facts(
      {
        diagnostics: [{ code: 'delta.backlog', message: '18 chunks' }],
        metrics: [{ metricName: 'first_text_paint_ms', value: 412, unit: 'ms' }],
      },
      { none: { messages: [{}] } },
    ),
  ),
  scenario(
    'AC-23F',
    'M-023 N-006',
    'a run that failed keeps its text, and an open tool has not succeeded',
    says(S['AC-23F']),
    facts(
      {
        runs: [
          { stage: 'failed', outcome: 'failed', error: { message: 'provider timeout', retryable: true } },
        ],
        tools: [{ toolCallId: 'tc-1', state: 'unknown' }],
        messages: [answer('Working')],
      },
      { none: { runs: [{ outcome: 'success' }] } },
    ),
  ),
  scenario(
    'AC-24S',
    'R9 M-042 M-047',
    'a rejected plan stays readable, a deleted artifact stays a fact, a patch that does not fit changes nothing',
    says(S['AC-24S']),
    facts({
      plans: [{ planId: 'pl-1', actionId: 'ac-p', risk: 'low' }],
      approvals: [{ actionId: 'ac-p', state: 'resolved', decision: 'rejected', reason: 'too risky' }],
      tools: [{ toolCallId: 'tc-1', state: 'output-error', name: absent }],
      artifacts: [{ artifactId: 'art-1', status: 'deleted' }],
      state: [{ stale: true }],
      sessions: [{ sessionId: 'ses-1', title: 'Renamed', unread: true, pinned: true }],
      diagnostics: [{ code: 'tool.orphan_result' }],
    }),
  ),
];
