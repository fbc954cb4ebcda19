import { expect } from 'chai';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, deferred, manifestWith, scriptedPage, restoreWarnings } from '../linked-page.js';

const ANY = { type: 'object' };
const surface = manifestWith({
  actions: [
    { id: 'go', description: 'Goes.', input: ANY },
    { id: 'stop', description: 'Stops.', input: ANY },
  ],
  observations: [{ id: 'count', description: 'Counts.', schema: true }],
});

async function page() {
  const scripted = await scriptedPage();
  await scripted.register(surface);
  return scripted;
}

describe('the switches and the log of an agent', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-R12 a result that is nested without end is logged, and ends its invocation', async () => {
    const { agent, requests, result } = await page();
    const going = agent.invoke('notes', 'go');
    await flush();
    const data: unknown = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`);
    await result({ requestId: requests()[0]!['requestId'], success: true, data });
    expect(await going).to.have.property('success', true);
    expect(agent.log).to.have.length(1);
    expect(agent.log[0]).to.have.property('state', 'succeeded');
  });

  it('OUI-R12 an action that is switched off is not offered, and refused unsent', async () => {
    const { agent, requests } = await page();
    let changes = 0;
    agent.addEventListener('change', () => changes++);
    agent.setEnabled('notes', 'go', false);
    await flush();
    expect(changes).to.equal(1);
    expect(agent.tools().map(({ actionId }) => actionId)).to.deep.equal(['stop']);
    for (const result of [await agent.invoke('notes', 'go'), await agent.call('notes_go', {})]) {
      expect(result.error).to.deep.equal({
        code: 'ACTION_DENIED',
        message: 'A person has switched go off.',
      });
    }
    expect(requests()).to.deep.equal([]);
    agent.setEnabled('notes', 'go', true);
    expect(agent.tools().map(({ actionId }) => actionId)).to.deep.equal(['go', 'stop']);
    void agent.invoke('notes', 'go');
    await flush();
    expect(requests()).to.have.length(1);
    agent.disconnect();
  });

  it('OUI-R12 a surface that is switched off stays visible to people, and its values go to no model', async () => {
    const { agent, send, seen } = await page();
    await send('observation:update', { surfaceId: 'notes', observationId: 'count', value: 1 });
    agent.setEnabled('notes', false);
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['notes']);
    expect(agent.tools()).to.deep.equal([]);
    expect(agent.observations).to.deep.equal({});
    const before = seen.length;
    expect((await agent.invoke('notes', 'go')).error?.code).to.equal('ACTION_DENIED');
    for (const ask of [
      agent.observe('notes', 'count'),
      agent.read('notes', 'count'),
      agent.describe('notes'),
    ]) {
      expect(await ask.catch((error: unknown) => (error as { code: string }).code)).to.equal('ACTION_DENIED');
    }
    await flush();
    expect(seen).to.have.length(before);
    agent.setEnabled('notes', true);
    expect(agent.observations).to.deep.equal({ notes: { count: 1 } });
  });

  it('OUI-R12 tells what is on, and keeps it over a registration and a reconnection', async () => {
    const { agent, end, register } = await page();
    agent.setEnabled('other', false);
    agent.setEnabled('notes', 'go', false);
    expect(agent.switchedOff).to.deep.equal({
      surfaces: ['other'],
      actions: [{ surfaceId: 'notes', actionId: 'go' }],
    });
    expect(agent.isEnabled('notes')).to.equal(true);
    expect(agent.isEnabled('notes', 'go')).to.equal(false);
    expect(agent.isEnabled('notes', 'stop')).to.equal(true);
    expect(agent.isEnabled('other', 'anything')).to.equal(false);
    end.disconnect();
    await flush();
    await end.connect();
    await register(surface);
    await register({ ...surface, id: 'other' });
    expect(agent.tools().map(({ name }) => name)).to.deep.equal(['notes_stop']);
    agent.setEnabled('other', true);
    agent.setEnabled('notes', 'go', true);
    expect(agent.switchedOff).to.deep.equal({ surfaces: [], actions: [] });
    expect(agent.tools()).to.have.length(4);
  });

  it('OUI-R12 what is switched off while it waits is not sent; what is under way goes on', async () => {
    const { agent, requests, result, register } = await page();
    const running = agent.invoke('notes', 'go');
    const queued = agent.invoke('notes', 'go');
    await register({ ...surface, id: 'asked', actions: [{ ...surface.actions[0]!, confirm: true }] });
    const yes = deferred<boolean>();
    const asked = agent.invoke('asked', 'go', {}, { confirm: () => yes.promise });
    await flush();
    agent.setEnabled('notes', 'go', false);
    agent.setEnabled('asked', false);
    yes.resolve(true);
    await result({ requestId: requests()[0]!['requestId'], success: true, data: 1 });
    expect((await running).data).to.equal(1);
    expect((await queued).error?.code).to.equal('ACTION_DENIED');
    expect((await asked).error?.code).to.equal('ACTION_DENIED');
    expect(requests()).to.have.length(1);
  });

  it('OUI-R12 exports the log as JSON lines without secrets', async () => {
    const { agent, requests, result } = await page();
    expect(agent.exportLog()).to.equal('');
    const call = agent.invoke('notes', 'go', { password: 'hunter2', note: 'two\nlines' });
    await flush();
    await result({
      requestId: requests()[0]!['requestId'],
      success: true,
      data: { apiKey: 'k', key: 'Bearer abcdefghijklmnop' },
    });
    await call;
    await agent.invoke('nowhere', 'go');
    const text = agent.exportLog();
    expect(text).not.to.match(/hunter2|abcdefghij|"k"/);
    const lines = text.split('\n');
    expect(lines.pop()).to.equal('');
    expect(lines.map((line) => JSON.parse(line) as unknown)).to.deep.equal(
      JSON.parse(JSON.stringify(agent.log)),
    );
    expect(agent.log.map(({ state }) => state)).to.deep.equal(['succeeded', 'failed']);
  });

  it('OUI-R12 keeps the last 200 invocations, and no long values', async () => {
    const { agent } = await page();
    for (let n = 0; n < 205; n++) {
      await agent.invoke('nowhere', `action_${n}`, { text: 'x'.repeat(100_000) });
    }
    expect(agent.log).to.have.length(200);
    expect(agent.log[0]?.actionId).to.equal('action_5');
    expect(agent.exportLog().length).to.be.below(200 * 1_000);
  });
});
