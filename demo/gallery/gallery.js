import { AgentSession } from '../../cdn/oui-elements.js';
import { STORIES } from './stories.js';
import { PANEL_STORIES } from './stories/index.js';

const PANELS = [
  'agent-workbench',
  'agent-conversation',
  'agent-run-status',
  'agent-tool-rows',
  'agent-approvals',
  'agent-composer',
  'agent-task-capsule',
  'agent-session-tabs',
  'agent-diagnostics',
  ...Object.keys(PANEL_STORIES),
];

/** `story`, or `panel/story` for what one panel's room has made. */
const ALL = { ...STORIES };
for (const [panel, stories] of Object.entries(PANEL_STORIES))
  for (const [name, events] of Object.entries(stories)) ALL[`${panel}/${name}`] = events;

const CONTROLS = (
  'send queue queue.edit queue.remove queue.promote steer steer.cancel interrupt respond respond.handoff retry delegate ' +
  'continue_agent wait stop close assign request_review request_review.decide edit edit.fork edit.regenerate edit.policy ' +
  'export export.evidence export.replay rollback'
).split(' ');

/** Takes every request, and never does anything about it: what a panel shows then is a request, not a fact. */
const silent = {
  id: 'gallery',
  async connect(sink) {
    sink.capabilities({ controls: Object.fromEntries(CONTROLS.map((kind) => [kind, 'native'])) });
    sink.state('live');
    return {
      control: async () => ({ status: 'accepted' }),
      detail: async (ref) => ({ contentType: 'text/plain', text: `This is the whole of ${ref}.` }),
      close: async () => {},
    };
  },
};

const form = document.querySelector('#choice');
const stage = document.querySelector('#stage');
let session;

for (const [name, values] of [
  ['panel', PANELS],
  ['story', Object.keys(ALL)],
]) {
  for (const value of values) form.elements[name].append(new Option(value, value));
}
for (const [name, value] of new URLSearchParams(location.search)) {
  if (form.elements[name]) form.elements[name].value = value;
}

async function show() {
  const choice = Object.fromEntries(new FormData(form));
  history.replaceState(null, '', `?${new URLSearchParams(choice)}`);
  const root = document.documentElement;
  root.lang = choice.lang;
  root.dir = choice.dir;
  root.dataset.scheme = choice.scheme;
  stage.dataset.width = choice.width;
  const last = session;
  session = new AgentSession(silent, { sessionId: 'gallery' });
  session.dispatch(ALL[choice.story]);
  const panel = document.createElement(choice.panel);
  if (choice.panel === 'agent-session-tabs')
    panel.sessions = [session, new AgentSession(silent, { sessionId: 'other' })];
  panel.session = session;
  if (choice.panel === 'agent-workbench') {
    panel.layout = choice.layout;
    panel.diagnostics = choice.layout !== 'team';
  }
  stage.replaceChildren(panel);
  await last?.close();
  await panel.updateComplete;
  document.body.dataset.shown = location.search;
}

form.addEventListener('input', () => void show());
await show();
