import { expect } from 'chai';
import { METRICS, type AgentSession, type MetricName } from 'oui-elements/agent-ui';
import { flush } from '../../../fake-runtime.js';
import { Owner } from '../controls/owner.js';

const RUN = { sessionId: 's', threadId: 't', runId: 'run-1', turnId: 'turn-1' };

/** Value by name. */
const valuesOf = (session: AgentSession): Record<string, unknown> =>
  Object.fromEntries(session.snapshot().metrics.map(({ metricName, value }) => [metricName, value]));

describe('metrics', () => {
  it('M-060 each of the 31 names can be recorded, with its unit, and is a fact of diagnostics alone', async () => {
    const owner = new Owner();
    const session = owner.session();
    await flush();
    const names = Object.keys(METRICS) as MetricName[];
    expect(names).to.have.length(31);
    const { metrics: _, ...before } = session.snapshot();
    names.forEach((name, index) => session.measure(name, index));
    const { metrics, ...after } = session.snapshot();
    expect(after).to.deep.equal(before);
    expect(metrics.map(({ metricName, value, unit }) => [metricName, value, unit])).to.have.deep.members(
      names.map((name, index) => [name, index, METRICS[name]]),
    );
  });

  it('M-060 M-016 a submit is timed from its click to its first text, by the clock that was injected', async () => {
    const owner = new Owner();
    const session = owner.session();
    await flush();
    const sent = session.send({ text: 'hello' });
    await flush();
    await owner.runtime.advance(5);
    await sent;
    await owner.runtime.advance(10);
    expect(valuesOf(session), 'nothing before the runtime has spoken').to.deep.equal({});
    owner.say({ ...RUN, type: 'context.changed', sequence: 1 });
    await owner.runtime.advance(20);
    owner.say({ ...RUN, type: 'run.started', sequence: 2 });
    await owner.runtime.advance(30);
    owner.say({ ...RUN, type: 'text.delta', sequence: 3, messageId: 'm', payload: { delta: 'a' } });
    expect(valuesOf(session)).to.include({
      'listener.bound_ms': 0,
      'submit.accepted_ms': 0,
      first_event_ms: 15,
      first_runtime_status_ms: 35,
      'runtime.start_ms': 35,
      first_text_delta_ms: 65,
    });
    owner.say({ ...RUN, type: 'text.delta', sequence: 4, messageId: 'm', payload: { delta: 'b' } });
    expect(valuesOf(session)['first_text_delta_ms'], 'the first counts').to.equal(65);
  });

  it('M-060 what was queued is timed until its run starts', async () => {
    const owner = new Owner();
    const session = owner.session();
    await flush();
    owner.say({ ...RUN, type: 'run.started', sequence: 1 });
    await session.queue({ text: 'later' });
    const [{ clientId }] = owner.asked as unknown as { clientId: string }[];
    await owner.runtime.advance(1_500);
    owner.say({ ...RUN, runId: 'run-2', type: 'run.started', sequence: 1, payload: { clientId } });
    expect(valuesOf(session)['queue.wait_ms']).to.equal(1_500);
  });

  it('M-060 a stream tells at its end how far what is shown was behind', async () => {
    const owner = new Owner();
    const session = owner.session();
    await flush();
    owner.say({ ...RUN, type: 'run.started', sequence: 1 });
    let sequence = 1;
    const deltas = (count: number) => {
      for (let i = 0; i < count; i++) {
        owner.say({
          ...RUN,
          type: 'text.delta',
          sequence: ++sequence,
          messageId: 'm',
          payload: { delta: 'abcd' },
        });
      }
    };
    deltas(10);
    await owner.runtime.advance(16);
    deltas(300);
    await owner.runtime.advance(16);
    deltas(1);
    await owner.runtime.advance(16);
    deltas(300);
    await owner.runtime.advance(16);
    owner.say({ ...RUN, type: 'run.finished', sequence: ++sequence, payload: { outcome: 'success' } });
    expect(valuesOf(session)).to.include({
      'text_delta.queue_depth': 300,
      'text_delta.oldest_unrendered_age_ms': 16,
      'stream.render_mode': 'catch-up',
      'stream.mode_transition_count': 3,
      'stream.rapid_reentry_count': 1,
      'stream.flush_interval_ms': 16,
      'stream.buffer_chars': 1_200,
    });
  });

  it('M-001 M-061 a session that is fed by hand has no clock of its own: the same events are the same facts', async () => {
    const { AgentSession } = await import('oui-elements/agent-ui');
    const session = new AgentSession();
    session.dispatch([
      { ...RUN, type: 'run.started', sequence: 1 },
      { ...RUN, type: 'text.delta', sequence: 2, messageId: 'm', payload: { delta: 'a' } },
      { ...RUN, type: 'run.finished', sequence: 3, payload: { outcome: 'success' } },
    ]);
    expect(session.snapshot().metrics).to.deep.equal([]);
  });
});
