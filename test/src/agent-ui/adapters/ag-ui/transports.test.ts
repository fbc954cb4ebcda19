import { expect } from 'chai';
import { Driver, finished, started, text, toolCall, type Wire } from '../ag-ui-driver.js';
import { PromptResponse } from '../../../../prompt-response.js';

/** A WebSocket whose server answers the first message with these, and closes it if it is told to. */
function socketThat(says: readonly unknown[], closes = true) {
  const opened: { url: string; protocols: string[]; sent: string[]; closed: boolean }[] = [];
  class Socket {
    onopen: ((event: never) => void) | null = null;
    onclose: ((event: never) => void) | null = null;
    onerror: ((event: never) => void) | null = null;
    onmessage: ((event: never) => void) | null = null;
    readonly #seen;

    constructor(url: string, protocols: string[]) {
      this.#seen = { url, protocols, sent: [] as string[], closed: false };
      opened.push(this.#seen);
      queueMicrotask(() => this.onopen?.({} as never));
    }

    send(data: string): void {
      this.#seen.sent.push(data);
      queueMicrotask(() => {
        for (const data of says) this.onmessage?.({ data } as never);
        if (closes) this.onclose?.({ code: 1000 } as never);
      });
    }

    close(): void {
      this.#seen.closed = true;
      this.onclose?.({ code: 1000 } as never);
    }
  }
  return { Socket, opened };
}

const RUN: Wire[] = [
  started(),
  ...text('m', 'Grüße', ', 世界'),
  ...toolCall('c', 'look_up', '{"a":1}'),
  { type: 'TOOL_CALL_RESULT', toolCallId: 'c', messageId: 'r', content: 'found' },
  finished(),
];
const ODD = [
  'no json',
  '[]',
  '{"type":7}',
  '{"type":"TEXT_MESSAGE_CONTENT","delta":5}',
  '{"type":"NEVER_HEARD"}',
];

const lines = (events: readonly string[]) => `${events.join('\n')}\n`;
const wire = (events: readonly Wire[]) => events.map((event) => JSON.stringify(event));
const WSS = 'wss://agents.example/agent';

/** The same frames, over each of the ways. */
const WAYS: Readonly<Record<string, (frames: readonly string[]) => Promise<Driver>>> = {
  'server-sent events': async (frames) => {
    const driver = await Driver.connect();
    return driver.answerText(frames.map((data) => `data: ${data}\n\n`).join(''));
  },
  NDJSON: async (frames) => {
    const driver = await Driver.connect();
    return driver.answerText(lines(frames), 'application/x-ndjson; charset=utf-8');
  },
  'a WebSocket': (frames) => Driver.connect({ url: WSS, WebSocket: socketThat(frames).Socket }),
  'a stream in memory': (frames) =>
    Driver.connect({
      fetch: async () => {
        const bytes = new TextEncoder().encode(frames.map((data) => `data: ${data}\n\n`).join(''));
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(bytes);
            controller.close();
          },
        });
        return new PromptResponse(body, { headers: { 'content-type': 'text/event-stream' } });
      },
    }),
};

async function read(way: string, frames: readonly string[]): Promise<Driver> {
  const driver = await WAYS[way]!(frames);
  expect((await driver.send()).status).to.equal('accepted');
  await driver.ended();
  return driver;
}

describe('AG-UI transports', () => {
  let wanted: Driver;
  before(async () => {
    wanted = await read('server-sent events', wire(RUN));
  });

  for (const way of Object.keys(WAYS)) {
    it(`AG-UI 4 #25: the same events over ${way} are the same facts`, async () => {
      const driver = await read(way, wire(RUN));
      expect(driver.story).to.deep.equal(wanted.story);
      expect(driver.story).to.include('text.delta ", 世界"');
      expect(driver.ending).to.equal('run.finished success');
    });

    it(`AG-UI 4 #34: one normaliser stands behind ${way}: what is malformed is reported, and breaks nothing`, async () => {
      const frames = wire(RUN);
      const driver = await read(way, [...frames.slice(0, 3), ...ODD, ...frames.slice(3)]);
      const odd = driver.of('diagnostic.changed').map(({ payload }) => [payload!['code'], payload!['count']]);
      expect(odd.slice(-2)).to.deep.equal([
        ['ag-ui.unmapped', 1],
        // Told again at the end of the run, with how often: two that were no events, and one without a type.
        ['ag-ui.malformed', 3],
      ]);
      expect(driver.ending).to.equal('run.finished success');
    });
  }

  it('AG-UI 4 #34: protobuf, which would need a decoder of its own, is refused and never half read', async () => {
    const driver = await Driver.connect();
    driver.answerText('\u0000\u0000\u0000\u0001x', 'application/vnd.ag-ui.event+proto');
    expect((await driver.send()).reason).to.contain('protobuf, which this client does not read');
    expect(driver.story).to.deep.equal(['run.failed bad_content_type']);
  });

  it('AG-UI 4 #25: numbered frames count once, and a run in lines that broke off goes on after the last', async () => {
    const driver = await Driver.connect();
    const numbered = wire(RUN).map((chunk, n) => `{"id":"${n}","chunk":${chunk}}`);
    driver.answerText(lines([...numbered.slice(0, 3), numbered[2]!]), 'application/x-ndjson');
    driver.answerText(lines(numbered.slice(2)), 'application/x-ndjson');
    await driver.send();
    await driver.ended();
    expect(driver.requests[1]!.headers.get('last-event-id')).to.equal('2');
    const said = (facts: string[]) => facts.filter((fact) => /^(?:text|tool)/.test(fact));
    expect(said(driver.story)).to.deep.equal(said(wanted.story));
  });

  it('AG-UI 4 #25: a WebSocket carries the input, and a bearer token as a subprotocol', async () => {
    const { Socket, opened } = socketThat(['{"type":"ping"}', ...wire(RUN)]);
    const headers = { authorization: 'Bearer secret' };
    const driver = await Driver.connect({ url: WSS, WebSocket: Socket, headers });
    await driver.send('hello');
    await driver.ended();
    expect(opened[0]).to.deep.include({ url: WSS, protocols: ['ag-ui.v1', 'ag-ui.token.c2VjcmV0'] });
    const input = JSON.parse(opened[0]!.sent[0]!) as { messages: { content: string }[]; runId: string };
    expect(input.messages.map(({ content }) => content)).to.deep.equal(['hello']);
    expect(driver.codes()).to.deep.equal([]);
    expect(driver.story).to.deep.equal(wanted.story);
  });

  it('AG-UI 4 #25: a WebSocket that closes before the end of the run has cut it, and stopping closes one', async () => {
    const cut = await Driver.connect({ url: WSS, WebSocket: socketThat(wire(RUN.slice(0, 3))).Socket });
    await cut.send();
    await cut.ended();
    expect(cut.ending).to.equal('run.failed truncated');
    const { Socket, opened } = socketThat(wire(RUN.slice(0, 3)), false);
    const driver = await Driver.connect({ url: WSS, WebSocket: Socket });
    await driver.send();
    await driver.until(() => driver.of('text.delta').length > 1);
    await driver.connection.control({ kind: 'interrupt' });
    expect(driver.ending).to.equal('run.finished cancelled');
    expect(opened[0]!.closed).to.equal(true);
  });

  it('AG-UI 4 #25: a WebSocket that is not secure is refused with what would be right', async () => {
    const { Socket, opened } = socketThat([]);
    const driver = await Driver.connect({ url: 'ws://agents.example/agent', WebSocket: Socket });
    expect((await driver.send()).reason).to.contain('must begin with wss:');
    expect(opened).to.deep.equal([]);
  });
});
