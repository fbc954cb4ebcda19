/** Stories of the gallery: plain Agent UI events, as any runtime would send them. */

const BASE = { sessionId: 'gallery', threadId: 'thread', runId: 'run-1', turnId: 'turn-1' };

/** Numbers events, and gives them the context that they share. */
function story(...events) {
  return events.map((event, index) => ({ ...BASE, sequence: index + 1, ...event }));
}

const asked = (text) => ({ type: 'run.started', payload: { userMessage: { id: `u-${text}`, text } } });
const says = (text, messageId = 'm-1') => ({ type: 'text.delta', messageId, payload: { delta: text } });
const ended = { type: 'run.finished', payload: { outcome: 'success' } };
const tool = (toolCallId, name, title, safeArgs) => [
  { type: 'tool.started', toolCallId, payload: { name, title } },
  { type: 'tool.args', toolCallId, payload: { args: safeArgs } },
];
const result = (toolCallId, outputPreview, more = {}) => ({
  type: 'tool.result',
  toolCallId,
  payload: { outputPreview, durationMs: 420, ...more },
});
const question = (actionId, payload, more = {}) => ({
  type: 'action.required',
  actionId,
  payload: { decisions: ['approve', 'reject'], ...payload },
  ...more,
});

const ANSWER = `## Three ways

1. **Train** – 4 h 12 min, leaves at 8:04.
2. **Bus** – cheaper, but *slow*.
3. A car, with [this map](https://example.com/map).

| way | price | time |
| --- | ---: | --- |
| train | 49 € | 4:12 |
| bus | 19 € | 7:30 |

- [x] passport
- [ ] ticket

\`\`\`js
const fastest = ways.sort((a, b) => a.minutes - b.minutes)[0];
\`\`\`

> Times are of today.
`;

const HOSTILE = `<img src=x onerror=alert(1)> <script>alert(2)</script>
[click](javascript:alert(3)) ![pixel](https://tracker.example/p.gif)
<a href="data:text/html,<script>alert(4)</script>">x</a>`;

const LONG = Array.from({ length: 400 }, (_, i) => [
  {
    type: 'run.started',
    runId: `run-${i}`,
    turnId: `turn-${i}`,
    sequence: i * 4 + 1,
    payload: { userMessage: { id: `u-${i}`, text: `Question ${i}` } },
  },
  {
    type: 'text.delta',
    runId: `run-${i}`,
    turnId: `turn-${i}`,
    sequence: i * 4 + 2,
    messageId: `m-${i}`,
    payload: { delta: `Answer **${i}**, in a sentence that is long enough to be real.` },
  },
  {
    type: 'run.finished',
    runId: `run-${i}`,
    turnId: `turn-${i}`,
    sequence: i * 4 + 3,
    payload: { outcome: 'success' },
  },
]).flat();

/** Name → events. Every panel is shown each of them. */
export const STORIES = {
  empty: [],
  submitted: story({ type: 'run.status', payload: { stage: 'submitted', title: 'Sent' } }),
  streaming: story(
    asked('How do I get to Vienna?'),
    { type: 'run.status', payload: { stage: 'streaming', model: 'large-2', title: 'Answering' } },
    {
      type: 'reasoning.delta',
      partId: 'r-1',
      payload: { delta: 'The person wants to travel soon, so times matter most.' },
    },
    says(ANSWER.slice(0, 140)),
  ),
  answered: story(asked('How do I get to Vienna?'), says(ANSWER), ended),
  'tools at work': story(
    asked('Book the train'),
    { type: 'run.status', payload: { stage: 'tool_running', model: 'large-2' } },
    ...tool('t-1', 'search_trains', 'Search trains', { to: 'Vienna', day: '2026-12-24' }),
    result('t-1', { trains: [{ leaves: '8:04', price: 49 }] }),
    ...tool('t-2', 'read_seat_map', 'Read the seat map', { train: 'RJ 61' }),
    { type: 'tool.progress', toolCallId: 't-2', payload: { progress: 3, total: 8, message: 'Car 3 of 8' } },
    ...tool('t-3', 'hold_seat', 'Hold a seat', { car: 3, seat: '41' }),
    {
      type: 'tool.failed',
      toolCallId: 't-3',
      payload: { error: 'The seat is taken.', retryable: true, code: 'SEAT_TAKEN' },
    },
  ),
  'asks the person': story(
    asked('Book it'),
    ...tool('t-1', 'book_train', 'Book the train', { train: 'RJ 61', seat: '42', price: 49 }),
    question(
      'a-1',
      {
        actionType: 'tool_approval',
        title: 'Book the train',
        explanation: 'Book seat 42 in RJ 61 for 49 €?',
        risk: 'high',
        severity: 'high',
        consequence: 'Your card is charged 49 €.',
        scope: { train: 'RJ 61', seat: '42' },
        input: { train: 'RJ 61', seat: '42', price: 49 },
        decisions: ['approve', 'reject', 'edit'],
      },
      { toolCallId: 't-1' },
    ),
    question('a-2', {
      actionType: 'structured_input',
      title: 'Who travels?',
      explanation: 'The ticket needs a name.',
      decisions: ['answer', 'reject'],
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'As in the passport' },
          class: { enum: ['first', 'second'], description: 'Class' },
        },
        required: ['name'],
      },
    }),
    question('a-3', {
      actionType: 'something_new',
      title: 'A question of a kind that nobody knows yet',
      odd: { a: 1 },
    }),
  ),
  failing: story(
    asked('Book it'),
    ...tool('t-1', 'book_train', 'Book the train', { train: 'RJ 61' }),
    {
      type: 'tool.failed',
      toolCallId: 't-1',
      payload: { error: 'The railway does not answer.', retryable: true },
    },
    {
      type: 'run.failed',
      payload: { message: 'The agent could not go on.', code: 'upstream', retryable: true },
    },
  ),
  'facts missing': story(
    { type: 'run.started' },
    { type: 'tool.started', toolCallId: 't-1', payload: {} },
    { type: 'tool.result', toolCallId: 't-2', payload: {} },
    { type: 'action.required', actionId: 'a-1', payload: {} },
    { type: 'task.changed', taskId: 'job', payload: {} },
    { type: 'something.new', payload: { a: 1 } },
    { type: 'text.final', messageId: 'm-9', payload: { text: 'An answer without a beginning.' } },
  ),
  'queue and tasks': story(
    asked('Plan the week'),
    { type: 'run.status', payload: { stage: 'running', model: 'large-2' } },
    {
      type: 'queue.changed',
      payload: {
        queued: [
          { id: 'q-1', preview: 'then write to Grace', position: 1, editable: true, removable: true },
          { id: 'q-2', preview: 'and book the table', position: 2, editable: true, removable: true },
        ],
        steer: [{ id: 's-1', text: 'only in the mornings', state: 'pending' }],
      },
    },
    {
      type: 'task.changed',
      taskId: 'job-1',
      payload: { title: 'Read the calendar', status: 'running', progress: 0.4 },
    },
    { type: 'task.changed', taskId: 'job-2', payload: { title: 'Find a room', status: 'needs_input' } },
    {
      type: 'task.changed',
      taskId: 'job-3',
      payload: { title: 'Ask the others', status: 'failed', reason: 'no network' },
    },
    {
      type: 'agent.spawned',
      agentId: 'scout',
      agentName: 'Scout',
      payload: { status: 'running', spawnReason: 'to look for rooms' },
    },
    { type: 'metric.changed', metricName: 'first_text_delta_ms', payload: { value: 310, unit: 'ms' } },
    {
      type: 'diagnostic.changed',
      diagnosticId: 'd-1',
      payload: { level: 'warn', code: 'sequence.gap', message: 'Events are missing.' },
    },
  ),
  hostile: story(
    asked(HOSTILE),
    says(HOSTILE),
    ...tool('t-1', '<b>bold</b>', HOSTILE, { html: HOSTILE }),
    result('t-1', HOSTILE),
    question('a-1', {
      actionType: 'tool_approval',
      title: HOSTILE,
      explanation: HOSTILE,
      input: { html: HOSTILE },
    }),
    ended,
  ),
  long: LONG.map((event) => ({ ...BASE, ...event })),
  中文: story(
    asked('怎么去维也纳？'),
    { type: 'run.status', payload: { stage: 'streaming', title: '正在回答' } },
    says(
      '## 三种方式\n\n1. **火车**：四小时十二分钟，八点零四分出发。\n2. **大巴**：便宜，但是慢。\n\n今天的时刻表。',
    ),
    ...tool('t-1', 'search_trains', '查询车次', { 目的地: '维也纳' }),
    result('t-1', { 车次: 'RJ 61' }),
    ended,
  ),
  'right to left': story(
    asked('كيف أصل إلى فيينا؟'),
    says('## ثلاث طرق\n\n1. **القطار**: أربع ساعات.\n2. الحافلة: أرخص.\n\n`const way = "train";`'),
    ended,
  ),
};
