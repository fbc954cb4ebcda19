import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { agUi } from 'oui-elements/agent-ui/adapters/ag-ui';
import { finished, frame, started, text, toolCall, type Wire } from '../ag-ui-driver.js';

/** A session in front of a server that says what it is told to, when it is told to. */
function page() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  const session = new AgentSession(agUi({ url: 'http://localhost/agent', fetch }));
  const say = async (...events: Wire[]) => {
    controller.enqueue(new TextEncoder().encode(events.map(frame).join('')));
    // Reading takes a few turns of the loop.
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setTimeout(resolve));
  };
  return { session, say };
}

async function running() {
  const { session, say } = page();
  void session.send({ text: 'go' });
  await say(started());
  return { session, say };
}

const answers = (session: AgentSession) =>
  session
    .snapshot()
    .messages.filter(({ role }) => role === 'assistant')
    .map((message) => message['text']);

describe('AG-UI traps of its own client', () => {
  it('AG-UI 4 #14: a call stands where it began, above the text that follows it', async () => {
    const { session, say } = await running();
    await say(
      ...text('m1', 'Before.'),
      ...toolCall('tc', 'look_up', '{}'),
      ...text('m2', 'After.'),
      finished(),
    );
    const parts = session
      .view('conversation')
      .get()
      .turns[0]!.parts.map(({ type }) => type);
    expect(parts).to.deep.equal(['user_text', 'assistant_text', 'tool_call', 'assistant_text']);
  });

  it('AG-UI 4 #16: the same state told again after every call is one state, and news to nobody', async () => {
    const { session, say } = await running();
    const state = { rows: Array.from({ length: 50 }, (_, id) => ({ id })) };
    await say({ type: 'STATE_SNAPSHOT', snapshot: state });
    const told: unknown[] = [];
    session.view('conversation').subscribe((view) => told.push(view));
    for (let n = 0; n < 20; n++) await say({ type: 'STATE_SNAPSHOT', snapshot: state });
    expect(told).to.deep.equal([]);
  });

  it('AG-UI 2.4 P9: arguments that are half there are shown as far as they go', async () => {
    const { session, say } = await running();
    const [start, ...rest] = toolCall('tc', 'add', '{"title":"mi');
    await say(start!, ...rest.filter(({ type }) => type === 'TOOL_CALL_ARGS'));
    const row = session.view('tool_ui').get().tools[0]!;
    expect(row.status).to.equal('preparing');
    expect(JSON.stringify(row.args)).to.contain('mi');
  });

  it('AG-UI 2.4 P10: whoever looks while a run goes on sees it, and what comes next', async () => {
    const { session, say } = await running();
    await say(...text('m', 'one ', 'two ').slice(0, 3));
    expect(answers(session)).to.deep.equal(['one two ']);
    const heard: string[] = [];
    const stop = session.view('conversation').subscribe(({ turns }) => {
      const part = turns[0]!.parts.at(-1)!;
      heard.push(part.type === 'assistant_text' ? part.text : '');
    });
    await say({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'three' });
    stop();
    await say({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: ' four' });
    expect(heard).to.deep.equal(['one two three']);
  });

  it('AG-UI 2.4 P15: what has not changed is the same object', async () => {
    const { session, say } = await running();
    await say(...text('m1', 'First.'), ...text('m2', 'Second.').slice(0, 2));
    const before = session.view('conversation').get().turns[0]!.parts;
    await say({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm2', delta: ' More.' });
    const after = session.view('conversation').get().turns[0]!.parts;
    expect(after[1], 'the first answer').to.equal(before[1]);
    expect(after[2], 'the one that grew').not.to.equal(before[2]);
  });

  it('AG-UI 2.4 P17: a slow listener holds up nothing', async () => {
    const { session, say } = await running();
    let waiting = 0;
    session.view('conversation').subscribe(() => {
      waiting++;
      return new Promise(() => {}) as never;
    });
    await say(...text('m', 'one ', 'two ', 'three'), finished());
    expect(waiting).to.be.above(0);
    expect(answers(session)).to.deep.equal(['one two three']);
    expect(session.snapshot().runs[0]!['outcome']).to.equal('success');
  });
});
