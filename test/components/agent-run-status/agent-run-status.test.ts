import { expect, fixture, html } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import type { AgentRunStatus } from 'oui-elements/components/agent-run-status';
import 'oui-elements/define/agent-run-status';
import { drawn, find, ScriptedSession, textOf, until } from '../scripted-session.js';

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

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`known-failure E is accessible in ${colorScheme}`, async () => {
      await emulateMedia({ colorScheme });
      document.documentElement.style.colorScheme = 'light dark';
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
