import { expect } from 'chai';
import { AgentSession, type ControlRequest, type RuntimeAdapter } from 'oui-elements/agent-ui';

function runtime() {
  const requests: ControlRequest[] = [];
  const adapter: RuntimeAdapter = {
    id: 'test',
    connect: async (sink) => {
      sink.capabilities({ controls: { send: 'native', queue: 'native', steer: 'native' } });
      sink.state('live');
      return {
        control: async ({ idempotencyKey: _, ...request }) => {
          requests.push(request as ControlRequest);
          return { status: 'accepted' as const };
        },
        close: async () => {},
      };
    },
  };
  return { requests, session: new AgentSession(adapter) };
}

const extras = {
  attachments: [{ id: 'f', url: 'https://files.example/f' }],
  contextRefs: [{ id: 'r', label: 'R' }],
  mode: 'plan',
};

describe('what a person says', () => {
  it('W1 W2 W3 carries attachments, context and mode, under the name that the caller gave it', async () => {
    const { requests, session } = runtime();
    await session.send({ text: 'one', clientId: 'c1', ...extras });
    session.dispatch({ type: 'run.started', runId: 'r', payload: { clientId: 'c1' } });
    await session.queue({ text: 'two', clientId: 'c2', ...extras });
    await session.steer({ text: 'three', clientId: 'c3', ...extras });
    expect(requests).to.deep.equal([
      { kind: 'send', clientId: 'c1', text: 'one', ...extras },
      { kind: 'queue', clientId: 'c2', text: 'two', ...extras },
      { kind: 'steer', clientId: 'c3', text: 'three', runId: 'r', ...extras },
    ]);
  });

  it('W1 says nothing of what there is none of; a file needs no words, and nothing at all is refused', async () => {
    const { requests, session } = runtime();
    await session.send({ text: 'one', clientId: 'c1', attachments: [], contextRefs: [] });
    expect(requests).to.deep.equal([{ kind: 'send', clientId: 'c1', text: 'one' }]);
    expect((await session.send({ text: '', attachments: extras.attachments })).status).to.equal('accepted');
    expect(await session.send({ text: '', attachments: [] })).to.deep.equal({
      status: 'rejected',
      reason: 'missing_text',
    });
  });

  it('M-028 what goes with the draft is saved with the session', () => {
    const { session } = runtime();
    session.draft = 'half';
    session.draftExtras = extras;
    const restored = AgentSession.restore(session.serialize());
    expect([restored.draft, restored.draftExtras]).to.deep.equal(['half', extras]);
  });

  it('§4.1 says where a request stands, and when something was heard last', async () => {
    const { session } = runtime();
    expect(session.lastEventAt).to.equal(undefined);
    await session.send({ text: 'one', clientId: 'c1' });
    expect(session.writeState('send:c1')).to.deep.equal({ state: 'awaiting-confirmation' });
    session.dispatch({ type: 'run.started', runId: 'r', payload: { clientId: 'c1' } });
    expect(session.writeState('send:c1')).to.equal(undefined);
    expect(session.lastEventAt).to.be.a('number');
  });
});
