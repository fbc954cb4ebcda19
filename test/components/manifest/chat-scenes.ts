import { waitUntil } from '@open-wc/testing';
import { inside } from './deep.js';
import { MARKDOWN, PICTURE } from './markdown.js';
import type { Scene } from './scene.js';

const asked = (payload: object, fields: object = {}) => ({
  type: 'action.required',
  actionId: 'a',
  ...fields,
  payload: { actionType: 'tool_approval', title: 'Really?', decisions: ['approve', 'reject'], ...payload },
});
const resolved = (payload: object = {}) => ({
  type: 'action.resolved',
  actionId: 'a',
  payload: { decision: 'approve', resolvedBy: 'user', evidenceRef: 'ev-1', ...payload },
});
const started = (payload: object = {}) => ({ type: 'run.started', payload });
const call = (toolCallId: string, outputPreview: unknown, more: object = {}) => [
  { type: 'tool.started', toolCallId, payload: { name: 'search', title: 'Search' } },
  { type: 'tool.args', toolCallId, payload: { args: { q: 'x' } } },
  { type: 'tool.result', toolCallId, ...more, payload: { outputPreview, durationMs: 1, ...more } },
];
const IMAGE = { type: 'image', mimeType: 'image/png', url: PICTURE };
const LONG_AGO = new Date(Date.now() - 75_000).toISOString();
const SECRET = asked({
  actionType: 'credential_request',
  decisions: ['open_settings', 'cancel'],
  schema: { type: 'object', properties: { token: { type: 'string' } } },
});
const FILE = new File(['x'], 'notes.txt', { type: 'text/plain' });
const FILES = [{ id: 'f1', label: 'readme.md', kind: 'file' }];

const MISSING = { missing: [{ id: 'm', label: 'The plan', blocking: true }] };

/** The dragging of a file over the element. */
const drag = ({ element }: { element: Element }) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(FILE);
  const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
  inside(element)
    .find((each) => each.matches('.field'))!
    .dispatchEvent(event);
};
const attach = ({ element }: { element: Element }) => {
  const composer = [element, ...inside(element)].find((each) => each.localName === 'agent-composer');
  (composer as Element & { attach(files: File[]): void }).attach([FILE]);
};
/** The caret is in the field. */
const focus = ({ element }: { element: Element }) =>
  inside(element)
    .find((each) => each.matches('.field'))!
    .focus();
/** Asks for something that the runtime will refuse. */
const refused: Scene = { receipt: { status: 'rejected', reason: 'no' } };

/** What no story of the gallery shows is told here by its events. */
export const CHAT_SCENES: Readonly<Record<string, readonly Scene[]>> = {
  'agent-approvals': [
    { story: 'empty' },
    { story: 'asks the person', steps: ['press Add a reason', 'fill', 'press Reject'] },
    {
      events: [
        {
          type: 'plan.final',
          partId: 'p',
          payload: { steps: ['read'], requiresDecision: true, actionId: 'a' },
        },
        asked({ actionType: 'plan_decision', planRef: 'plan://1' }),
      ],
    },
    { events: [asked({}), resolved()], steps: ['press Evidence'] },
    { events: [SECRET], steps: ['press Open settings'] },
  ],

  'agent-run-status': [
    { story: 'empty' },
    { story: 'submitted' },
    { story: 'streaming', steps: ['press Stop'] },
    { story: 'failing', steps: ['press Try again'] },
    { events: [{ ...started({ startedAt: LONG_AGO }), timestamp: LONG_AGO }] },
    { story: 'streaming', connection: 'reconnecting' },
    {
      events: [
        started(),
        {
          type: 'run.finished',
          payload: { outcome: 'success', usage: [{ inputTokens: 9, outputTokens: 1 }] },
        },
      ],
    },
    {
      story: 'streaming',
      attributes: { 'stalled-after': '1' },
      steps: [
        async ({ element }) => {
          await waitUntil(() => element.matches(':state(stalled)'), 'stalls', { timeout: 5000 });
        },
      ],
    },
  ],

  'agent-composer': [
    { story: 'empty', steps: ['fill', 'key Enter .field'] },
    { ...refused, steps: ['fill', 'key Enter .field'] },
    { story: 'streaming', steps: ['press Stop'] },
    { story: 'streaming', steps: ['fill', 'press Queue'] },
    { story: 'streaming', steps: ['fill', 'press Steer'] },
    { events: [{ type: 'context.changed', contextId: 'c', payload: MISSING }] },
    { story: 'queue and tasks', steps: ['press Edit the queued message', 'fill', 'key Enter .queue-field'] },
    { story: 'queue and tasks', steps: ['press Remove the queued message'] },
    { story: 'queue and tasks', steps: ['press Send next'] },
    { story: 'queue and tasks', steps: ['press Take it back'] },
    { ...refused, story: 'queue and tasks', steps: ['press Send next', 'press Try again'] },
    { ...refused, story: 'queue and tasks', steps: ['press Send next', 'press Dismiss'] },
    { properties: { upload: () => new Promise(() => {}) }, steps: [drag] },
    {
      properties: { upload: () => new Promise(() => {}), modes: [{ id: 'ask', label: 'Ask first' }] },
      events: [{ type: 'context.changed', contextId: 'c', payload: { budget: { used: 84, limit: 200 } } }],
      steps: [attach],
    },
    { properties: { mentions: async () => FILES }, steps: ['type @ .field', focus], tokens: true },
  ],

  'agent-diagnostics': [
    { story: 'empty' },
    { story: 'queue and tasks', record: true, steps: ['press Export log'] },
    {
      events: [1, 5].map((sequence) => ({ type: 'run.status', sequence, payload: { stage: 'streaming' } })),
      steps: ['press .panel [data-verb="refresh"]'],
    },
    {
      ...refused,
      steps: [({ session }) => session.stop({ taskId: 'tk' }), 'press [data-verb="retry"]'],
    },
    {
      ...refused,
      steps: [({ session }) => session.stop({ taskId: 'tk' }), 'press [data-verb="dismiss"]'],
    },
    {
      events: [{ type: 'metric.changed', metricName: 'first_event_ms', payload: { value: 1, unit: 'ms' } }],
      steps: [
        ({ session }) => session.measure('first_event_ms', 20),
        ({ session }) => session.measure('first_event_ms', 4),
      ],
    },
  ],

  'agent-session-tabs': [
    { properties: { session: undefined, sessions: [] } },
    {
      sessions: { other: [{ type: 'session.opened', payload: { title: 'Other', preview: 'Hello' } }] },
      steps: ['press Other'],
    },
    { sessions: { other: [started(), asked({})] } },
    { sessions: { other: [] }, steps: ['press Pin'] },
    { sessions: { other: [] }, steps: ['press Archive'] },
    { sessions: { other: [] }, steps: ['press Close'] },
    { sessions: { other: [] }, steps: ['press Close', 'press 1 closed', 'press .closed li button'] },
    {
      events: [{ type: 'session.hydrated', payload: { truncated: true, cursor: 'c-1' } }],
      steps: ['press Load earlier messages'],
    },
    { events: [{ type: 'session.updated', payload: { stale: true } }], steps: ['press Refresh'] },
  ],

  'agent-tool-rows': [
    { story: 'empty' },
    { story: 'tools at work', steps: ['unfold', 'press Try again'] },
    { story: 'asks the person', steps: ['press Edit'] },
    { story: 'asks the person', steps: ['press Add a reason', 'fill', 'press Reject'] },
    {
      events: [...call('t', 'x').slice(0, 2), { ...SECRET, toolCallId: 't' }],
      steps: ['press Open settings'],
    },
    { events: [...call('t-1', 'One'), ...call('t-2', 'Two')] },
    {
      events: call('t', undefined, { outputRef: 'out://1' }),
      steps: ['unfold', 'press [data-verb="detail"]'],
    },
    { events: [...call('t', IMAGE)], steps: ['unfold', 'press Load image'] },
    {
      events: [...call('t', 'x').slice(0, 2), asked({}, { toolCallId: 't' }), resolved()],
      steps: ['unfold', 'press Evidence'],
    },
  ],

  'agent-conversation': [
    { story: 'empty' },
    { story: 'streaming' },
    { story: 'tools at work', steps: ['unfold', 'press Try again'] },
    { story: 'failing', steps: ['press .run-error button'] },
    { story: 'asks the person', steps: ['press Edit'] },
    { story: 'asks the person', steps: ['press Add a reason', 'fill', 'press Reject'] },
    { events: [started(), SECRET], steps: ['press Open settings'] },
    { events: [started(), asked({}), resolved()] },
    {
      events: [
        started({ userMessage: { id: 'u', text: 'Read' } }),
        { type: 'text.delta', messageId: 'm', payload: { delta: MARKDOWN } },
      ],
      steps: ['press Load image'],
      tokens: true,
    },
    {
      events: [
        started({ userMessage: { id: 'u', text: 'Look', attachments: [{ id: 'f', name: 'plan.pdf' }] } }),
      ],
    },
    {
      events: [
        started(),
        ...call('t-1', 'One'),
        ...call('t-2', 'Two'),
        { type: 'text.delta', messageId: 'm', payload: { delta: 'Done.' } },
        { type: 'artifact.created', artifactId: 'art-1', payload: { title: 'Report' } },
        { type: 'evidence.changed', evidenceId: 'ev-1', payload: { kind: 'trace', status: 'ready' } },
      ],
      steps: ['press .reference button'],
    },
    {
      events: [started(), ...call('t', undefined, { outputRef: 'out://1' })],
      steps: ['unfold', 'press [data-verb="detail"]'],
    },
    {
      story: 'answered',
      events: [{ type: 'session.hydrated', payload: { truncated: true, cursor: 'c-1' } }],
      steps: ['press .load-older'],
    },
  ],
};
