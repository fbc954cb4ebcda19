import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { agUi } from 'oui-elements/agent-ui/adapters/ag-ui';
import { finished, frame, started, text, toolCall, type Wire } from '../ag-ui-driver.js';
import { PromptResponse } from '../../../../prompt-response.js';

/** A session in front of a server that says what it is told to, when it is told to. */
function page() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const fetch = async () => new PromptResponse(body, { headers: { 'content-type': 'text/event-stream' } });
  const session = new AgentSession(agUi({ url: 'http://localhost/agent', fetch }));
  const say = (...events: Wire[]) => controller.enqueue(new TextEncoder().encode(events.map(frame).join('')));
  return { session, say };
}

/** Until it is so; fails by the test's own time limit. */
async function until(condition: () => unknown): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve));
}

async function running() {
  const { session, say } = page();
  void session.send({ text: 'go' });
  say(started());
  await until(() => session.snapshot().runs.length > 0);
  return { session, say };
}

const over = (session: AgentSession) => session.snapshot().runs[0]?.['outcome'];
const answers = (session: AgentSession) =>
  session
    .snapshot()
    .messages.filter(({ role }) => role === 'assistant')
    .map((message) => message['text']);

describe('AG-UI traps of its own client', () => {
  it('AG-UI 4 #1: a word costs no copy of the thread: what it does not touch is the same object, and it is told once', async () => {
    const { session, say } = await running();
    for (let n = 0; n < 60; n++) say(...text(`m${n}`, `Answer ${n}.`), ...toolCall(`c${n}`, 'look_up', '{}'));
    say(...text('last', 'One').slice(0, 2));
    await until(() => answers(session).at(-1) === 'One');
    const parts = () => session.view('conversation').get().turns[0]!.parts;
    const before = parts();
    const copies: unknown[] = [];
    const clone = globalThis.structuredClone;
    globalThis.structuredClone = (value, options) => (copies.push(value), clone(value, options));
    let told = 0;
    const stop = session.view('conversation').subscribe(() => told++);
    try {
      for (let n = 0; n < 20; n++) {
        say({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'last', delta: ` ${n}` });
        await until(() => String(answers(session).at(-1)).endsWith(` ${n}`));
      }
    } finally {
      globalThis.structuredClone = clone;
      stop();
    }
    const after = parts();
    expect(copies).to.deep.equal([]);
    expect(told).to.be.at.most(20);
    expect(after).to.have.length(122);
    expect(after.filter((part, at) => part !== before[at])).to.deep.equal([after.at(-1)]);
  });

  it('AG-UI 4 #29: of each large result the session keeps the beginning and how large it is, however many come', async () => {
    const { session, say } = await running();
    const count = 200;
    for (let n = 0; n < count; n++)
      say(...toolCall(`c${n}`, 'read', '{}'), {
        type: 'TOOL_CALL_RESULT',
        toolCallId: `c${n}`,
        messageId: `r${n}`,
        content: `${n} ${'x'.repeat(64 * 1024)}`,
      });
    say(finished());
    await until(() => over(session));
    const { tools } = session.snapshot();
    expect(tools).to.have.length(count);
    expect(Math.min(...tools.map((tool) => Number(tool['sizeBytes'])))).to.be.above(64 * 1024);
    // What the agent needs goes back to it whole (#36), and is in no store.
    expect(JSON.stringify(session.snapshot()).length).to.be.below(count * 9 * 1024);
  });

  it('AG-UI 4 #14: a call stands where it began, above the text that follows it', async () => {
    const { session, say } = await running();
    say(...text('m1', 'Before.'), ...toolCall('tc', 'look_up', '{}'), ...text('m2', 'After.'), finished());
    await until(() => over(session));
    const parts = session
      .view('conversation')
      .get()
      .turns[0]!.parts.map(({ type }) => type);
    expect(parts).to.deep.equal(['user_text', 'assistant_text', 'tool_call', 'assistant_text']);
  });

  it('AG-UI 4 #16: the same state told again after every call is news to nobody', async () => {
    const { session, say } = await running();
    const state = { rows: Array.from({ length: 50 }, (_, id) => ({ id })) };
    const told: unknown[] = [];
    const known = () => JSON.stringify(session.snapshot().state);
    say({ type: 'STATE_SNAPSHOT', snapshot: state });
    await until(() => known().includes('49'));
    session.view('conversation').get();
    session.view('conversation').subscribe((view) => told.push(view));
    for (let n = 0; n < 20; n++) say({ type: 'STATE_SNAPSHOT', snapshot: state });
    say({ type: 'STATE_SNAPSHOT', snapshot: { rows: ['the last'] } });
    await until(() => known().includes('the last'));
    expect(told).to.deep.equal([]);
  });

  it('AG-UI 2.4 P9: arguments that are half there are shown as far as they go', async () => {
    const { session, say } = await running();
    const row = () => session.view('tool_ui').get().tools[0];
    say(...toolCall('tc', 'add', '{"title":"mi').filter(({ type }) => type !== 'TOOL_CALL_END'));
    await until(() => row()?.args);
    expect(row()!.status).to.equal('preparing');
    expect(JSON.stringify(row()!.args)).to.contain('mi');
  });

  it('AG-UI 2.4 P10: whoever looks while a run goes on sees it, and what comes next', async () => {
    const { session, say } = await running();
    say(...text('m', 'one ', 'two ').slice(0, 3));
    await until(() => answers(session)[0] === 'one two ');
    const heard: string[] = [];
    const stop = session.view('conversation').subscribe(({ turns }) => {
      const part = turns[0]!.parts.at(-1)!;
      heard.push(part.type === 'assistant_text' ? part.text : '');
    });
    say({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'three' });
    await until(() => heard.includes('one two three'));
    stop();
    const count = heard.length;
    say(
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: ' four' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
    );
    say(finished());
    await until(() => over(session));
    expect(answers(session)).to.deep.equal(['one two three four']);
    expect(heard).to.have.length(count);
  });

  it('AG-UI 2.4 P15: what has not changed is the same object', async () => {
    const { session, say } = await running();
    const parts = () => session.view('conversation').get().turns[0]!.parts;
    say(...text('m1', 'First.'), ...text('m2', 'Second.').slice(0, 2));
    await until(() => answers(session)[1] === 'Second.');
    const before = parts();
    say({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm2', delta: ' More.' });
    await until(() => answers(session)[1] === 'Second. More.');
    expect(parts()[1], 'the first answer').to.equal(before[1]);
    expect(parts()[2], 'the one that grew').not.to.equal(before[2]);
  });

  it('AG-UI 2.4 P17: a slow listener holds up nothing', async () => {
    const { session, say } = await running();
    let waiting = 0;
    session.view('conversation').subscribe(() => {
      waiting++;
      return new Promise(() => {}) as never;
    });
    say(...text('m', 'one ', 'two ', 'three'), finished());
    await until(() => over(session) && waiting > 0);
    expect(answers(session)).to.deep.equal(['one two three']);
    expect(over(session)).to.equal('success');
  });
});
