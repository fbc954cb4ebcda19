import { expect, fixture, html } from '@open-wc/testing';
import type { AgentWorkbench } from 'oui-elements/components/agent-workbench';
import 'oui-elements/define/agent-workbench';
import { drawn, find, textOf } from '../scripted-session.js';

/** A server at `/events`, played by the test. */
class FakeServer {
  readonly posted: Record<string, unknown>[] = [];
  readonly #real = globalThis.fetch;
  #stream!: ReadableStreamDefaultController<Uint8Array>;
  readonly opened: Promise<void>;

  constructor() {
    let open = () => {};
    this.opened = new Promise((resolve) => (open = resolve));
    globalThis.fetch = async (_, init: RequestInit = {}) => {
      if (init.method === 'POST') {
        this.posted.push(JSON.parse(String(init.body)) as Record<string, unknown>);
        return new Response(null, { status: 202 });
      }
      const body = new ReadableStream<Uint8Array>({ start: (stream) => void (this.#stream = stream) });
      open();
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
  }

  say(...events: object[]): void {
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    this.#stream.enqueue(new TextEncoder().encode(text));
  }

  restore(): void {
    globalThis.fetch = this.#real;
  }
}

/** Draws until it is so; the test's own time limit is the limit. */
async function until(read: () => boolean): Promise<void> {
  while (!read()) await drawn();
}

describe('<agent-workbench protocol>', () => {
  let server: FakeServer;
  beforeEach(() => void (server = new FakeServer()));
  afterEach(() => server.restore());

  const open = async (protocol: string) => {
    const element = await fixture<AgentWorkbench>(
      html`<agent-workbench lang="en" src="/events" protocol=${protocol}></agent-workbench>`,
    );
    await server.opened;
    const answer = () => find(element, 'agent-conversation').shadowRoot?.querySelector('.answer');
    return { element, answer };
  };

  it('issue 5: agent-events shows what its server says, and posts what a person says', async () => {
    const { element, answer } = await open('agent-events');
    const run = { runId: 'r-1', turnId: 't-1', threadId: 'th-1' };
    server.say(
      { type: 'run.started', sequence: 1, ...run },
      { type: 'text.delta', sequence: 2, ...run, messageId: 'm-1', payload: { delta: 'From the log.' } },
      { type: 'run.finished', sequence: 3, ...run, payload: { outcome: 'success' } },
    );
    await until(() => !!answer());
    expect(textOf(answer()!)).to.equal('From the log.');
    await element.session!.send({ text: 'Hello' });
    expect(server.posted[0]).to.include({
      kind: 'send',
      text: 'Hello',
      sessionId: element.session!.sessionId,
    });
  });

  it('issue 5: a server that calls the session by its own name is shown all the same', async () => {
    const { element, answer } = await open('agent-events');
    const run = { sessionId: 'as-the-server-says', runId: 'r-1', turnId: 't-1' };
    server.say(
      { type: 'run.started', sequence: 1, ...run },
      { type: 'text.delta', sequence: 2, ...run, messageId: 'm-1', payload: { delta: 'Here I am.' } },
    );
    await until(() => !!answer());
    expect(textOf(answer()!)).to.equal('Here I am.');
    expect(element.session!.sessionId).to.equal('as-the-server-says');
  });

  it('issue 5: agent-runtime shows what its runtime says', async () => {
    const { answer } = await open('agent-runtime');
    const turn = { schemaVersion: 'lime-profile-0.4.0', threadId: 'th-1', turnId: 't-1' };
    server.say(
      { type: 'turn.started', eventId: 'a', sequence: 1, ...turn, payload: {} },
      { type: 'model.delta', eventId: 'b', sequence: 2, ...turn, payload: { text: 'From the runtime.' } },
    );
    await until(() => !!answer());
    expect(textOf(answer()!)).to.equal('From the runtime.');
  });
});
