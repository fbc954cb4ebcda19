import { expect } from 'chai';
import {
  AgentSession,
  type AdapterSink,
  type ControlReceipt,
  type RuntimeAdapter,
} from 'oui-elements/agent-ui';
import { CONTEXT } from '../../../fixtures/agent-ui/one-of-each.js';

/** A runtime that takes every request and says nothing by itself. */
function silent() {
  let sink: AdapterSink | undefined;
  const requests: { kind: string; clientId?: string }[] = [];
  const adapter: RuntimeAdapter = {
    id: 'silent',
    connect: (to) => {
      sink = to;
      to.capabilities({ controls: { send: 'native' } });
      to.state('live');
      return Promise.resolve({
        control: (request): Promise<ControlReceipt> => {
          requests.push(request as { kind: string });
          return Promise.resolve({ status: 'accepted' });
        },
        close: () => Promise.resolve(),
      });
    },
  };
  return { adapter, requests, push: (events: Parameters<AdapterSink['push']>[0]) => sink!.push(events) };
}

describe('what was sent and not yet heard of', () => {
  it('M-010 R10 the bubble becomes the message of the runtime, in place, and there is one', async () => {
    const { adapter, requests, push } = silent();
    const session = new AgentSession(adapter, { sessionId: CONTEXT.sessionId });
    await session.send({ text: 'Plan the release' });
    const sent = session.snapshot().messages;
    expect(sent).to.have.lengthOf(1);
    expect(sent[0]).to.include({ role: 'user', origin: 'optimistic', text: 'Plan the release' });
    expect(session.view('runtime_status').get()).to.include({ stage: 'submitted', active: true });
    const { clientId } = requests[0];
    push([
      {
        type: 'run.started',
        ...CONTEXT,
        sequence: 1,
        payload: { clientId, userMessage: { id: 'm-u', text: 'Plan the release' } },
      },
    ]);
    const known = session.snapshot().messages;
    expect(known).to.have.lengthOf(1);
    expect(known[0]).to.include({ messageId: 'm-u', clientId, text: 'Plan the release' });
    expect(known[0]).to.not.have.property('origin');
    const parts = session
      .view('conversation')
      .get()
      .turns.flatMap((turn) => turn.parts);
    expect(parts.map((part) => part.type)).to.deep.equal(['user_text']);
    await session.close();
  });
});
