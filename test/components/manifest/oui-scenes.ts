import { waitUntil } from '@open-wc/testing';
import { RecordingClient } from '../recording-client.js';
import type { Scene, Stage } from './scene.js';

/** A surface with what `<slot>` stands for, a form, and one more action. */
const PAGE = `<oui-surface surface-id="demo" name="Demo" description="A demonstration.">
  <slot></slot>
  <form id="form"><button>Send</button></form>
</oui-surface>`;
const SURFACE = { 'surface-id': 'demo', name: 'Demo', description: 'A demonstration.' };
const ADD = '<oui-action action-id="add" description="Adds."></oui-action>';
const MANIFEST = JSON.stringify({
  id: 'demo',
  name: 'Demo',
  description: 'A demonstration.',
  actions: [{ id: 'add', description: 'Adds.', input: { type: 'object', properties: {} } }],
});
const SCHEMA = { type: 'object', properties: { title: { type: 'string' } } };
const QUESTION = {
  surfaceId: 'demo',
  actionId: 'add',
  description: 'Adds.',
  params: { title: 'milk' },
  destructive: false,
};

const until =
  (selector: string) =>
  async ({ element }: Stage) => {
    await waitUntil(() => element.matches(selector), `becomes ${selector}`, { timeout: 5000 });
  };
/** An agent invokes the action; nobody waits for the answer. */
const agent =
  (actionId: string) =>
  async ({ bus }: Stage) => {
    const client = new RecordingClient(bus);
    await client.registered('demo');
    client.invoke('demo', actionId).catch(() => undefined);
  };
const never = ({ element }: Stage) =>
  (element as HTMLElement & { handle(id: string, handler: () => unknown): void }).handle(
    'add',
    () => new Promise(() => {}),
  );

/** Stands for the browser's WebSocket, and is open at once. */
class OpenSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  protocol = '';
  onopen?: (event: Event) => void;
  constructor() {
    super();
    setTimeout(() => this.onopen?.(new Event('open')));
  }
  send(): void {}
  close(): void {}
}
const AGENT = 'wss://agent.example/';
globalThis.WebSocket = new Proxy(WebSocket, {
  construct: (Real, [url, protocols]: [string, string[]]) =>
    url === AGENT ? new OpenSocket() : new Real(url, protocols),
});

export const OUI_SCENES: Readonly<Record<string, readonly Scene[]>> = {
  'oui-surface': [
    { attributes: SURFACE, page: ADD, steps: [until(':state(active)')] },
    { attributes: { ...SURFACE, inactive: '' }, page: ADD },
    { attributes: { name: 'No id' }, page: ADD, steps: [until(':state(faulty)')] },
    { attributes: SURFACE, page: ADD, steps: [never, agent('add'), until(':state(busy)')] },
    {
      page: `<script type="application/json" data-oui="manifest">${MANIFEST}</script>`,
      steps: [until(':state(active)'), agent('add')],
    },
  ],
  'oui-action': [
    { attributes: { 'action-id': 'add', description: 'Adds.' }, page: PAGE, steps: [agent('add')] },
    {
      attributes: { 'action-id': 'send', description: 'Sends.', for: 'form', confirm: '' },
      page: PAGE,
      steps: [agent('send'), until(':state(oui-waiting)')],
    },
  ],
  'oui-observation': [{ attributes: { 'observation-id': 'count', description: 'How many.' }, page: PAGE }],
  'oui-transport': [
    { attributes: { url: AGENT }, steps: [until(':state(connected)')] },
    { attributes: { url: AGENT, disabled: '' } },
  ],
  'oui-confirm': [
    {
      steps: [({ element }) => void (element as HTMLElement & { ask(about: object): unknown }).ask(QUESTION)],
    },
  ],
  'oui-inspector': [
    {
      page: `${PAGE.replace('<slot></slot>', ADD)}<slot></slot>`,
      steps: [
        async ({ bus }) => {
          await new RecordingClient(bus).registered('demo');
        },
        'unfold',
      ],
    },
  ],
  'oui-schema-form': [{ properties: { schema: SCHEMA }, steps: ['fill'] }],
};
