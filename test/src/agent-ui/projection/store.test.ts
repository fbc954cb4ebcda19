import { expect } from 'chai';
import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';

/** A runtime whose frames come when the test says so. */
function framed() {
  const frames: (() => void)[] = [];
  let n = 0;
  return {
    frames,
    next: () => frames.splice(0).forEach((frame) => frame()),
    runtime: {
      now: () => 0,
      monotonic: () => 0,
      after: () => () => undefined,
      frame: (callback: () => void) => {
        frames.push(callback);
        return () => {
          const at = frames.indexOf(callback);
          if (at >= 0) frames.splice(at, 1);
        };
      },
      uuid: () => `id-${++n}`,
    },
  };
}

const delta = (sequence: number, turn = 1): AgentUiEvent => ({
  type: 'text.delta',
  sessionId: 's',
  turnId: `turn-${turn}`,
  runId: `run-${turn}`,
  messageId: `m-${turn}`,
  sequence,
  payload: { delta: 'x' },
});

describe('the store', () => {
  it('M-061 ten thousand events between two frames ask for one frame and call a listener once', async () => {
    const { runtime, frames, next } = framed();
    const session = new AgentSession(undefined, { runtime });
    let calls = 0;
    session.view('conversation').subscribe(() => calls++);
    for (let i = 1; i <= 10_000; i++) session.dispatch(delta(i));
    expect(frames).to.have.lengthOf(1);
    next();
    await Promise.resolve();
    expect(calls).to.equal(1);
    const [turn] = session.view('conversation').get().turns;
    expect((turn.parts[0] as { text: string }).text).to.have.lengthOf(10_000);
  });

  it('N-028 a view keeps the identity of what did not change', () => {
    const session = new AgentSession();
    session.dispatch([delta(1, 1), delta(2, 2)]);
    const before = session.view('conversation').get();
    session.dispatch(delta(3, 2));
    const after = session.view('conversation').get();
    expect(after).to.not.equal(before);
    expect(after.turns[0]).to.equal(before.turns[0]);
    expect(after.turns[1]).to.not.equal(before.turns[1]);
    session.dispatch(delta(3, 2));
    expect(session.view('conversation').get()).to.equal(after);
  });

  it('R3 turns of one stream stand in the order of the stream, whatever came first', () => {
    const session = new AgentSession();
    session.dispatch([delta(5, 2), delta(1, 1)]);
    expect(
      session
        .view('conversation')
        .get()
        .turns.map((turn) => turn.turnId),
    ).to.deep.equal(['turn-1', 'turn-2']);
  });

  it('R2 an event with an id counts once, also without a sequence', () => {
    const session = new AgentSession();
    const event = { ...delta(0), sequence: undefined, eventId: 'e-1' } as AgentUiEvent;
    session.dispatch([event, event]);
    expect(session.snapshot().messages[0]['text']).to.equal('x');
  });

  it('a listener that is let go hears nothing more', async () => {
    const session = new AgentSession();
    let calls = 0;
    const stop = session.view('tool_ui').subscribe(() => calls++);
    stop();
    session.dispatch({ type: 'tool.started', toolCallId: 't', payload: { name: 'x' } });
    session.view('tool_ui').get();
    await Promise.resolve();
    expect(calls).to.equal(0);
  });
});
