import { expect, fixture, html } from '@open-wc/testing';
import { AgentSession } from 'oui-elements/agent-ui';
import type { AgentRunStatus } from 'oui-elements/components/agent-run-status';
import 'oui-elements/define/agent-run-status';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

async function page(script = new ScriptedSession()) {
  const element = await fixture<AgentRunStatus>(
    html`<agent-run-status lang="en" .session=${script.session}></agent-run-status>`,
  );
  await drawn();
  return { script, element };
}

const word = (element: Element) => textOf(find(element, '.word'));

describe('<agent-run-status>', () => {
  it('SF-STAT-1 SF-STAT-2 says what is known before the first text, and Done only after the run’s own fact', async () => {
    const { script, element } = await page();
    expect(word(element)).to.equal('Ready');
    void script.session.send({ text: 'Hello' });
    await drawn();
    expect(word(element)).to.equal('Sending');
    script.start();
    script.emit('run.status', {}, { stage: 'streaming' });
    await drawn();
    expect(word(element)).to.equal('Answering');
    script.emit('text.final', { messageId: 'm' }, { text: 'Hello.' });
    await drawn();
    expect(word(element)).to.equal('Answering');
    script.emit('run.finished', {}, { outcome: 'success' });
    await drawn();
    expect(word(element)).to.equal('Done');
  });

  it('workbench-ux: while a person is waited for it says so, and never Running', async () => {
    const { script, element } = await page();
    script.start();
    script.tool('c');
    script.emit('run.status', {}, { stage: 'running', title: 'Running tools' });
    script.ask('a', {}, { toolCallId: 'c' });
    await drawn();
    const strip = find(element, '.strip');
    expect(word(element)).to.equal('Waiting for you');
    expect(strip.dataset['status']).to.equal('needs-you');
    expect(strip.textContent).not.to.contain('Running');
    expect(element.matches(':state(attention)')).to.equal(true);
  });

  it('SF-STAT-3 only what needs a person, or failed, asks for attention', async () => {
    const { script, element } = await page();
    script.start();
    const stages = [
      'queued',
      'preparing',
      'waiting_provider',
      'streaming',
      'tool_running',
      'retrying',
      'blocked',
      'plan_ready',
      'permission_required',
      'action_required',
    ];
    const loud: string[] = [];
    for (const stage of stages) {
      script.emit('run.status', {}, { stage });
      await drawn();
      if (find(element, '.strip').hasAttribute('data-attention')) loud.push(stage);
    }
    script.emit('run.failed', {}, { error: 'no' });
    await drawn();
    if (find(element, '.strip').hasAttribute('data-attention')) loud.push('failed');
    expect(loud).to.deep.equal(['plan_ready', 'permission_required', 'action_required', 'failed']);
  });

  it('its height is the same in every stage', async () => {
    const { script, element } = await page();
    const { height } = element.getBoundingClientRect();
    script.start();
    script.tool('c');
    script.emit(
      'run.status',
      {},
      { stage: 'tool_running', detail: 'A long detail '.repeat(20), model: 'm-1' },
    );
    await drawn();
    expect(element.getBoundingClientRect().height).to.equal(height);
    expect(height).to.be.above(20);
  });

  it('the time runs on by itself while the run is active, and stands when it has ended', async () => {
    const { script, element } = await page();
    const began = new Date(Date.now() - 75_000).toISOString();
    script.emit('run.started', { timestamp: began }, { startedAt: began });
    script.emit('run.status', {}, { stage: 'streaming' });
    await drawn();
    const shown = textOf(find(element, '.elapsed'));
    expect(shown).to.match(/^1 m 1\d s$/);
    let updates = 0;
    const { requestUpdate } = element;
    element.requestUpdate = (...args) => {
      updates++;
      return requestUpdate.apply(element, args);
    };
    await until(() => textOf(find(element, '.elapsed')) !== shown);
    expect(updates, 'nothing else is drawn for it').to.equal(0);
    const ended = new Date(Date.parse(began) + 61_000).toISOString();
    script.emit('run.finished', { timestamp: ended }, { outcome: 'success' });
    await drawn();
    expect(textOf(find(element, '.elapsed'))).to.equal('1 m 01 s');
  });

  it('a broken connection is a thin bar, and a working one is nothing', async () => {
    const { script, element } = await page();
    expect(element.shadowRoot!.querySelector('.connection')).to.equal(null);
    script.sink.state('reconnecting', 'in 3 s');
    await drawn();
    expect(textOf(find(element, '.connection'))).to.equal('Connecting again… in 3 s');
    script.sink.state('live');
    await drawn();
    expect(element.shadowRoot!.querySelector('.connection')).to.equal(null);
  });

  it('known-failure 27 says that it is stopping as soon as that was asked', async () => {
    const { script, element } = await page();
    script.start();
    await drawn();
    void script.session.interrupt();
    await drawn();
    expect(word(element)).to.equal('Stopping…');
  });

  it('R9 a stage that nobody knows is unknown', async () => {
    const { script, element } = await page();
    script.start();
    script.emit('run.status', {}, { stage: 'teleporting' });
    await drawn();
    expect(word(element)).to.equal('Unknown');
  });

  it('N-023 after a submit there is a credible state at every moment, also when nothing answers', async () => {
    const script = new ScriptedSession();
    let accept!: (receipt: { status: 'accepted' }) => void;
    script.receipt = new Promise((resolve) => (accept = resolve));
    const { element } = await page(script);
    const seen: string[] = [];
    const look = async () => {
      await drawn();
      seen.push(word(element));
    };
    void script.session.send({ text: 'Hello' });
    await look();
    accept({ status: 'accepted' });
    await look();
    script.sink.state('reconnecting', 'in 3 s');
    await look();
    script.sink.state('live');
    script.start();
    await look();
    script.emit('run.failed', {}, { error: 'no' });
    await look();
    expect(seen).to.deep.equal(['Sending', 'Sending', 'Sending', 'Preparing', 'Failed']);
  });

  it('§3.4 every stage of the standard has a word of its own kind, and none is blank', async () => {
    const { script, element } = await page();
    script.start();
    const words: Record<string, string> = {};
    for (const stage of [
      'binding',
      'queued',
      'accepted',
      'routing',
      'preparing',
      'waiting_provider',
      'running',
      'streaming',
      'tool_running',
      'waiting',
      'blocked',
      'retrying',
      'action_required',
      'permission_required',
      'plan_ready',
    ]) {
      script.emit('run.status', {}, { stage });
      await drawn();
      words[stage] = word(element);
      expect(find(element, '.strip').dataset['state']).to.equal(stage);
    }
    expect(words).to.deep.equal({
      binding: 'Sending',
      queued: 'Queued',
      accepted: 'Preparing',
      routing: 'Choosing a model',
      preparing: 'Preparing',
      waiting_provider: 'Waiting for the model',
      running: 'Running',
      streaming: 'Answering',
      tool_running: 'Working',
      waiting: 'Waiting',
      blocked: 'Blocked',
      retrying: 'Retrying',
      action_required: 'Waiting for you',
      permission_required: 'Waiting for your permission',
      plan_ready: 'The plan waits for you',
    });
  });

  it('§3.4 it is quiet about short times, and says what takes longer than usual', async () => {
    const { script, element } = await page();
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    script.emit('run.started', { timestamp: ago(1000) }, { startedAt: ago(1000) });
    script.emit('run.status', {}, { stage: 'waiting_provider' });
    await drawn();
    expect(element.shadowRoot!.querySelector('.elapsed')).to.equal(null);
    const late = await page(new ScriptedSession('late'));
    late.script.emit('run.started', { timestamp: ago(45_000) }, { startedAt: ago(45_000) });
    late.script.emit('run.status', {}, { stage: 'waiting_provider' });
    await drawn();
    expect(textOf(find(late.element, '.strip'))).to.match(/^Waiting for the model 4\d s longer than usual/);
    late.script.emit('run.status', {}, { stage: 'streaming' });
    await drawn();
    expect(textOf(find(late.element, '.strip'))).not.to.contain('longer than usual');
  });

  it('§3.4 says which attempt it is and why, which place in the queue, the model, and the tokens', async () => {
    const { script, element } = await page();
    script.start();
    script.emit('run.status', {}, { stage: 'retrying', retryCount: 2, reason: 'overloaded', model: 'm-1' });
    await drawn();
    const details = () => findAll(element, '.detail').map((detail) => textOf(detail));
    expect(details()).to.deep.equal(['attempt 3', 'overloaded']);
    expect(textOf(find(element, '.model'))).to.equal('m-1');
    script.emit('run.status', {}, { stage: 'queued', queuePosition: 4 });
    await drawn();
    expect(details()[0]).to.equal('place 4 in the queue');
    expect(element.shadowRoot!.querySelector('.usage'), 'never 0').to.equal(null);
    const usage = [{ inputTokens: 12_000, outputTokens: 830 }];
    script.emit('run.finished', {}, { outcome: 'success', usage });
    await drawn();
    const shown = find(element, '.usage');
    expect([textOf(shown), shown.title]).to.deep.equal(['12.8K tokens', '12K in, 830 out']);
  });

  it('SF-STAT-3 stale_without_activity: a run that is silent for long says so, and not after the next sign of life', async () => {
    const { script, element } = await page();
    element.stalledAfter = 60;
    script.start();
    script.emit('run.status', {}, { stage: 'streaming' });
    await until(() => element.matches(':state(stalled)'));
    expect(word(element), 'the stage stays').to.equal('Answering');
    expect(textOf(find(element, '.stale'))).to.match(/^No sign of life for \d+ s$/);
    expect(find(element, '.strip').dataset['fallback']).to.equal('stale');
    expect(find(element, '.strip').hasAttribute('data-attention')).to.equal(true);
    element.stalledAfter = 60_000;
    script.say('more');
    await until(() => !element.matches(':state(stalled)'));
    expect(element.shadowRoot!.querySelector('.stale')).to.equal(null);
  });

  it('what waits for a person, or has ended, is never called silent', async () => {
    const { script, element } = await page();
    element.stalledAfter = 1;
    script.start();
    script.ask('a');
    await drawn();
    await until(() => script.session.lastEventAt! + 200 < Date.now());
    expect(element.matches(':state(stalled)')).to.equal(false);
    script.emit('run.finished', {}, { outcome: 'success' });
    await until(() => script.session.lastEventAt! + 200 < Date.now());
    expect(element.matches(':state(stalled)')).to.equal(false);
  });

  it('§3.4 without a connection the last stage stands, and is called old', async () => {
    const { script, element } = await page();
    script.start();
    script.emit('run.status', {}, { stage: 'streaming' });
    script.sink.state('reconnecting');
    await drawn();
    expect(word(element)).to.equal('Answering');
    expect(textOf(find(element, '.stale'))).to.equal('May be out of date');
    expect(find(element, '.strip').dataset['fallback']).to.equal('stale');
  });

  it('W4 W20 stops what runs, and tries again what failed, each once', async () => {
    const { script, element } = await page();
    const button = (verb: string) => element.shadowRoot!.querySelector<HTMLElement>(`[data-verb="${verb}"]`);
    script.start();
    await drawn();
    button('interrupt')!.click();
    await drawn();
    expect(button('interrupt'), 'stopping').to.equal(null);
    script.emit('run.failed', {}, { error: 'no', retryable: true });
    await drawn();
    button('retry')!.click();
    button('retry')!.click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'interrupt', runId: 'r' },
      { kind: 'retry', runId: 'r' },
    ]);
    const other = await page(new ScriptedSession('final'));
    other.script.start();
    other.script.emit('run.failed', {}, { error: 'no', retryable: false });
    await drawn();
    expect(other.element.shadowRoot!.querySelector('button')).to.equal(null);
  });

  it('known-failure 27 a stop that nobody confirms can be asked for again, with the same key', async () => {
    const script = new ScriptedSession('unconfirmed');
    const session = new AgentSession(script.adapter, { sessionId: 'unconfirmed', confirmWithinMs: 50 });
    const element = await fixture<AgentRunStatus>(
      html`<agent-run-status lang="en" .session=${session}></agent-run-status>`,
    );
    await drawn();
    script.emit('run.started');
    await drawn();
    find(element, '[data-verb="interrupt"]').click();
    await until(() => word(element) === 'The stop is not confirmed');
    const again = find(element, '[data-verb="interrupt"]');
    expect(again.getAttribute('aria-label')).to.equal('Stop again');
    again.click();
    await until(() => script.requests.length === 2);
    await session.close();
  });

  it('known-failure 34 it says aloud what a person would wait for, once for each stage, and nothing while all goes well', async () => {
    const { script, element } = await page();
    const said: string[] = [];
    const regions = findAll(element, '[aria-live]');
    const observer = new MutationObserver(() => {
      for (const region of regions) if (region.textContent) said.push(textOf(region));
    });
    for (const region of regions)
      observer.observe(region, { childList: true, characterData: true, subtree: true });
    script.start();
    for (const stage of ['preparing', 'waiting_provider', 'streaming', 'tool_running', 'streaming']) {
      script.emit('run.status', {}, { stage });
      await drawn();
    }
    expect(said).to.deep.equal([]);
    script.emit('run.status', {}, { stage: 'retrying' });
    script.emit('run.status', {}, { stage: 'retrying', detail: 'again' });
    await until(() => said.length > 0);
    expect(said).to.deep.equal(['Retrying']);
    script.emit('run.failed', {}, { error: 'no' });
    await until(() => said.includes('Failed'));
    observer.disconnect();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`known-failure E is accessible in ${colorScheme}`, async () => {
      document.documentElement.style.colorScheme = colorScheme;
      document.documentElement.style.background = 'Canvas';
      const { script, element } = await page();
      script.start();
      script.tool('c');
      script.ask('a', {}, { toolCallId: 'c' });
      script.sink.state('failed', 'no answer');
      await drawn();
      await expect(element).to.be.accessible();
    });
  }
});
