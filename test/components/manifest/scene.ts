import { fixture, fixtureCleanup, html, nextFrame } from '@open-wc/testing';
import { AgentSession } from 'oui-elements/agent-ui';
import { SurfaceBus } from 'oui-elements/oui';
import type { AdapterSink, RuntimeAdapter } from '../../../src/agent-ui/adapters/adapter.js';
import type { ConnectionState, ControlReceipt } from '../../../src/agent-ui/events/control-request.js';
import type { AgentUiEvent } from '../../../src/agent-ui/events/event.js';
import { scenario } from '../../fixtures/agent-ui/acceptance.js';
import { storyOf } from './stories.js';

/**
 * One look of an element, and what somebody does to it. Only what a scene needs is written down.
 *
 * A step is one of
 * - `unfold`: opens everything that can be opened
 * - `fill`, `fill [name="x"]`: writes something into each field that is seen, or into those
 * - `type @re .field`: writes that into the field
 * - `press Name`, `press .selector`: presses what is called so
 * - `key Enter`, `key Enter .selector`: a key, where the focus is or at that place
 * - a function, for what no word says
 */
export interface Scene {
  /** A story of the gallery, of this panel before those that all panels are shown. */
  story?: string;
  /** An acceptance scenario. */
  scenario?: string;
  /** Events of Agent UI that come after those. */
  events?: readonly object[];
  attributes?: Readonly<Record<string, string>>;
  properties?: Readonly<Record<string, unknown>>;
  /** What the page has in the element, or instead of it around it: then `<slot>` is where it stands. */
  page?: string;
  /** What the runtime answers to every request. */
  receipt?: ControlReceipt;
  connection?: ConnectionState;
  /** Other sessions of the page by id, with their events; `session` is the first of `sessions` then. */
  sessions?: Readonly<Record<string, readonly object[]>>;
  /** The session keeps the events that it has had. */
  record?: boolean;
  width?: number;
  /** Tokens are tried here, which takes a moment. */
  tokens?: true;
  steps?: readonly Step[];
}

export type Step = string | ((stage: Stage) => unknown);

/** A scene that is being played. */
export interface Stage {
  readonly element: HTMLElement;
  readonly session: AgentSession;
  readonly sink: AdapterSink;
  /** Of the surfaces of the page. */
  readonly bus: SurfaceBus;
  /** What the element had its session, or the page, do: one word each. */
  readonly done: string[];
}

const CONTROLS =
  'send queue queue.edit queue.remove queue.promote steer steer.cancel interrupt respond respond.handoff retry delegate ' +
  'continue_agent wait stop close assign request_review request_review.decide edit edit.fork edit.regenerate edit.policy ' +
  'export export.evidence export.replay rollback';

/** What only reads. Whatever else a session can be asked is something that happens. */
const READS =
  'constructor view snapshot serialize expand measure dispatch close availability writeState'.split(' ');

const { createObjectURL } = URL;

/** A draft belongs to the session of its name, so no two scenes have the same. */
let scenes = 0;

export async function drawn(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await nextFrame();
}

function sessionOf(id: string, scene: Scene, done: string[], sinks: AdapterSink[]): AgentSession {
  const adapter: RuntimeAdapter = {
    id: 'scene',
    async connect(sink) {
      sinks.push(sink);
      sink.capabilities({
        controls: Object.fromEntries(CONTROLS.split(' ').map((kind) => [kind, 'native'])),
      });
      sink.state(scene.connection ?? 'live', 'in 3 s');
      return {
        control: async () => scene.receipt ?? { status: 'accepted' },
        hydrate: async () => ({ status: 'accepted' }),
        detail: async (ref) => ({ contentType: 'text/plain', text: `The whole of ${ref}.` }),
        close: async () => {},
      };
    },
  };
  const session = new AgentSession(adapter, { sessionId: id, ...(scene.record && { record: 100 }) });
  for (
    let type = Object.getPrototypeOf(session);
    type !== Object.prototype;
    type = Object.getPrototypeOf(type)
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors<object>(type))) {
      if (typeof value !== 'function' || READS.includes(name) || Object.hasOwn(session, name)) continue;
      Object.defineProperty(session, name, {
        value: (...args: unknown[]) => {
          done.push(name);
          return (value as (...args: unknown[]) => unknown).apply(session, args);
        },
      });
    }
  }
  return session;
}

/** The page, with the element in the place of its `<slot>`, or around it all. */
function pageOf(markup: string, element: HTMLElement): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = markup;
  const page = document.importNode(template.content, true);
  const place = page.querySelector('slot');
  if (place) place.replaceWith(element);
  else {
    element.append(page);
    page.append(element);
  }
  return page;
}

/** Gives events the context that they share, as the stories have it. */
function numbered(events: readonly object[], sessionId: string, after = 0): AgentUiEvent[] {
  const base = { sessionId, runId: 'run-1', turnId: 'turn-1' };
  return events.map((event, i) => ({ ...base, sequence: after + i + 1, ...event }) as AgentUiEvent);
}

/**
 * Puts the element on the page as the scene says.
 * @param made called with the element before it is on the page
 */
export async function setUp(
  tag: string,
  scene: Scene,
  made: (element: HTMLElement) => void = () => {},
): Promise<Stage> {
  const done: string[] = [];
  const sinks: AdapterSink[] = [];
  const id = `gallery-${++scenes}`;
  const session = sessionOf(id, scene, done, sinks);
  const told = [
    ...(scene.story === undefined ? [] : storyOf(tag, scene.story)),
    ...(scene.scenario === undefined ? [] : scenario(scene.scenario)),
  ];
  session.dispatch(JSON.parse(JSON.stringify(told).replaceAll('"gallery"', `"${id}"`)) as AgentUiEvent[]);
  session.dispatch(numbered(scene.events ?? [], id, told.length));

  const element = document.createElement(tag);
  made(element);
  element.lang = 'en';
  for (const [name, value] of Object.entries(scene.attributes ?? {})) element.setAttribute(name, value);
  if (tag.startsWith('agent-')) {
    const others = Object.entries(scene.sessions ?? {}).map(([name, events]) => {
      const other = sessionOf(`${name}-${scenes}`, scene, done, []);
      other.dispatch(numbered(events, other.sessionId));
      return other;
    });
    Object.assign(element, others.length > 0 ? { sessions: [session, ...others] } : { session });
  }
  Object.assign(element, scene.properties);
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.style.cssText = `inline-size:${scene.width ?? 1000}px;block-size:700px`;
  element.style.blockSize = '100%';
  const bus = new SurfaceBus();
  const page = pageOf(scene.page ?? '<slot></slot>', element);
  for (const each of page.querySelectorAll('oui-surface, oui-transport, oui-confirm, oui-inspector'))
    Object.assign(each, { bus });
  box.append(page);
  URL.createObjectURL = (file) => {
    done.push('file');
    return createObjectURL.call(URL, file);
  };
  const stage = {
    element,
    session,
    bus,
    done,
    get sink() {
      return sinks[0]!;
    },
  };
  await drawn();
  return stage;
}

/** Takes the element away again. */
export async function tearDown({ element, session }: Stage): Promise<void> {
  URL.createObjectURL = createObjectURL;
  fixtureCleanup();
  element.remove();
  await session.close();
}
