import '@lit-labs/ssr-client/lit-element-hydrate-support.js';

/**
 * Runs in a page that a server has drawn: takes every story over, draws each once more without a server, and compares.
 * `window.outcome` says what was wrong, story by story, in words; nothing, when all is well.
 */
const { AgentSession, setDevWarnings } = await import('oui-elements');
type Session = InstanceType<typeof AgentSession>;
type Panel = HTMLElement & { session?: Session; sessions?: Session[] };
type Events = Parameters<Session['dispatch']>[0];

interface Data {
  stories: Record<string, { saved: string; events: Events }>;
  more: Events;
}

interface Story {
  name: string;
  served: Panel;
  made: Panel;
  sessions: Session[];
  /** Every element that the server drew. */
  drawn: Element[];
}

/**
 * What lit's server writes as an attribute because it cannot set the property: there the property counts. Of its comments
 * and of the space between elements nothing is seen.
 */
const REFLECTED = ['value', 'checked', 'selected'];

declare global {
  interface Window {
    outcome?: Record<string, string>;
  }
}

const { stories: data, more } = JSON.parse(document.getElementById('data')!.textContent) as Data;
const outcome: Record<string, string> = {};
const complain = (name: string, what: string) => (outcome[name] ??= what);
setDevWarnings((code, message) => complain('warning', `${code} ${message}`));

const stories = [...document.querySelectorAll<HTMLElement>('section')].map((section): Story => {
  const name = section.dataset['story']!;
  const served = section.querySelector('.served')!.firstElementChild as Panel;
  const session = AgentSession.restore(data[name]!.saved);
  give(served, session);
  const drawn = elementsIn(served);
  if (drawn.length === 0) complain(name, 'the server drew nothing');
  watchRoots(name, served);
  return { name, served, made: served, sessions: [session], drawn };
});

// Its tags are defined only now: an element must have its session when it takes over.
await import('oui-elements/define');

for (const story of stories) {
  const session = new AgentSession(undefined, { sessionId: 'gallery' });
  session.dispatch(data[story.name]!.events);
  story.sessions.push(session);
  story.made = document.createElement(story.served.localName);
  for (const { name, value } of story.served.attributes) story.made.setAttribute(name, value);
  give(story.made, session);
  document.querySelector(`[data-story="${story.name}"] .made`)!.append(story.made);
}

const first = await compare('');
for (const { name, drawn } of stories) {
  const gone = drawn.filter((element) => !element.isConnected);
  if (gone.length > 0)
    complain(name, `${gone.length} were not kept, such as ${gone[0]!.outerHTML.slice(0, 200)}`);
}
for (const { sessions } of stories) for (const session of sessions) session.dispatch(more);
const second = await compare('after more facts, ', first);
if (first === second) complain('more', 'nothing changed with more facts');
window.outcome = outcome;

function give(panel: Panel, session: Session): void {
  if (panel.localName === 'agent-session-tabs') panel.sessions = [session];
  else panel.session = session;
}

/**
 * Waits until each is drawn as its twin is, and not all as `before`; what is not within 60 frames is a fault.
 * @returns all of what was made here
 */
async function compare(when: string, before?: string): Promise<string> {
  const drawn = () => stories.map(({ made }) => drawingOf(made)).join('\n');
  let differing = stories;
  for (let frame = 0; frame < 60 && (differing.length > 0 || drawn() === before); frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    differing = stories.filter(({ served, made }) => drawingOf(served) !== drawingOf(made));
  }
  for (const { name, served, made } of differing) {
    const [a, b] = [drawingOf(served).split('\n'), drawingOf(made).split('\n')];
    const at = a.findIndex((line, index) => line !== b[index]);
    complain(
      name,
      `${when}${a.slice(at - 1, at + 2).join('')} <- served, made -> ${b.slice(at - 1, at + 2).join('')}`,
    );
  }
  return drawn();
}

/** A root that is empty for a moment is a flash. */
function watchRoots(name: string, element: Element): void {
  const { shadowRoot } = element;
  if (!shadowRoot) return;
  const observer = new MutationObserver(() => {
    if (!shadowRoot.firstElementChild) complain(name, `${element.localName} was empty for a moment`);
  });
  observer.observe(shadowRoot, { childList: true });
  for (const inner of shadowRoot.querySelectorAll('*')) watchRoots(name, inner);
}

function elementsIn(element: Element): Element[] {
  const inner = [...(element.shadowRoot?.querySelectorAll('*') ?? [])].filter(
    ({ localName }) => localName !== 'style',
  );
  return inner.flatMap((each) => [each, ...elementsIn(each)]);
}

function drawingOf(node: Node): string {
  if (node instanceof Text) {
    const text = node.data.trim().replace(/\s+/g, ' ');
    return text && `${JSON.stringify(text)}\n`;
  }
  const children = [...node.childNodes].map(drawingOf).join('');
  if (!(node instanceof Element)) return node instanceof ShadowRoot ? children : '';
  const attributes = [...node.attributes]
    .filter(({ name }) => !REFLECTED.includes(name))
    .map(({ name, value }) => ` ${name}="${value}"`);
  const states = REFLECTED.filter((name) => name in node).map(
    (name) => ` .${name}=${String((node as unknown as Record<string, unknown>)[name])}`,
  );
  const root = node.shadowRoot;
  const inner = root ? `#root ${root.adoptedStyleSheets.length}\n${drawingOf(root)}` : '';
  return `<${node.localName}${attributes.sort().join('')}${states.join('')}>\n${inner}${children}</>\n`;
}
