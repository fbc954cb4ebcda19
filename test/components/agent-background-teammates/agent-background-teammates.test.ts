import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentBackgroundTeammates } from 'oui-elements/components/agent-background-teammates';
import 'oui-elements/define/agent-background-teammates';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import type { AgentUiEvent } from '../../../src/agent-ui/events/event.js';
import { scenario } from '../../fixtures/agent-ui/acceptance.js';
import { inEveryLook } from '../every-look.js';
import { button } from '../in-shadow.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

async function page(controls: readonly ControlKind[] = ['respond', 'stop', 'continue_agent', 'retry']) {
  const script = new ScriptedSession('ses-1', controls);
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-background-teammates lang="en" .session=${script.session}></agent-background-teammates>
    </div>`,
  );
  const element: AgentBackgroundTeammates = box.querySelector('agent-background-teammates')!;
  let sequence = 100;
  const say = async (...events: object[]) => {
    script.session.dispatch(events.map((event) => ({ sequence: ++sequence, ...event }) as AgentUiEvent));
    await drawn();
  };
  const play = async (id: string, lines?: number) => {
    script.session.dispatch(scenario(id).slice(0, lines));
    await drawn();
  };
  const open = async (id: string) => {
    find(element, `[data-id="${id}"] .unfold`).click();
    await drawn();
  };
  return { script, element, say, play, open };
}

const job = (taskId: string, payload: object, fields: object = {}) => ({
  ...{ type: 'task.changed', taskId, runtimeEntity: 'automation_job', ...fields },
  payload,
});
const row = (element: Element, id: string) => find(element, `.teammate[data-id="${id}"]`);
const fact = (element: Element, name: string) => {
  const { dataset } = find(element, `[data-fact="${name}"]`);
  return [textOf(find(element, `[data-fact="${name}"] dd`)), dataset['fallback']];
};

describe('<agent-background-teammates>', () => {
  it('SF-BG-1 AC-18 the schedule stays, and the record of the last run while the next one runs', async () => {
    const { element, play, say, open } = await page();
    await play('AC-18', 2);
    await open('job-1');
    expect(row(element, 'job-1').dataset['state']).to.equal('running');
    expect([
      fact(element, 'schedule')[0],
      fact(element, 'wakeReason')[0],
      fact(element, 'currentRunId')[0],
    ]).to.deep.equal(['02:00 daily', 'manual', 'run-b1']);
    await play('AC-18');
    expect(row(element, 'job-1').dataset['state']).to.equal('sleeping');
    expect(fact(element, 'lastRun')[0]).to.equal('Done \u00b7 run-b1');
    expect(fact(element, 'report')[0]).to.equal('no drift');
    await say(
      job('job-1', { status: 'running', wakeReason: 'schedule' }, { runId: 'run-b2', agentId: 'bg-1' }),
    );
    expect(fact(element, 'lastRun')[0]).to.equal('Done \u00b7 run-b1');
    expect(textOf(find(element, '.state'))).to.equal('Running \u00b7 Last run: Done');
    expect(fact(element, 'currentRunId')[0]).to.equal('run-b2');
  });

  it('SF-BG-2 W24 a pause is pending until the fact; refused, the schedule is as it was', async () => {
    const { script, element, say, open } = await page();
    await say(job('j', { title: 'Check', status: 'running', schedule: 'hourly' }));
    await open('j');
    script.receipt = { status: 'rejected', reason: 'it cannot be paused now' };
    button(element, 'Pause').click();
    await drawn();
    expect(textOf(find(element, '.trouble'))).to.equal('That did not work: it cannot be paused now');
    script.receipt = { status: 'accepted' };
    button(element, 'Pause').click();
    await drawn();
    expect([row(element, 'j').dataset['state'], button(element, 'Pause').disabled]).to.deep.equal([
      'running',
      true,
    ]);
    expect(find(element, '[data-write]').dataset['write']).to.equal('awaiting-confirmation');
    await say(job('j', { status: 'paused' }));
    expect(row(element, 'j').dataset['state']).to.equal('paused');
    expect(findAll(element, '[data-write]')).to.have.length(0);
    button(element, 'Resume').click();
    await drawn();
    expect(script.requests.slice(1)).to.deep.equal([
      { kind: 'stop', mode: 'pause', taskId: 'j' },
      { kind: 'continue_agent', mode: 'resume', taskId: 'j' },
    ]);
    expect(row(element, 'j').dataset['state']).to.equal('paused');
  });

  it('W24 run now, end for good, try again: what fits the state, and what the runtime can', async () => {
    const { script, element, say, open } = await page();
    await say(
      job('s', { status: 'scheduled' }),
      job('f', { status: 'failed', retryable: true }),
      job('g', { status: 'failed' }),
    );
    for (const id of ['s', 'f', 'g']) await open(id);
    button(element, 'Run now').click();
    button(element, 'End for good').click();
    button(element, 'Try again').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'continue_agent', mode: 'resume', taskId: 's' },
      { kind: 'stop', taskId: 's', mode: 'terminate' },
      { kind: 'retry', taskId: 'f' },
    ]);
    expect(row(element, 'g').querySelectorAll('[data-control]')).to.have.length(0);
    const { element: weak, say: tell, open: unfold } = await page([]);
    await tell(job('s', { status: 'scheduled' }));
    await unfold('s');
    expect(findAll(weak, '[data-control]')).to.have.length(0);
  });

  const STATES = ['scheduled', 'sleeping', 'waking', 'running', 'blocked', 'paused', 'failed', 'completed'];
  it('§3.18 eight states have eight words; who needs the person and what failed come first', async () => {
    const { script, element, say } = await page();
    await say(...STATES.map((status) => job(status, { status })), job('asks', { status: 'running' }));
    script.ask('q', { title: 'May I?' }, { taskId: 'asks', runId: undefined });
    await drawn();
    expect(findAll(element, '.teammate').map(({ dataset }) => dataset['id'])).to.deep.equal([
      ...['asks', 'failed', 'blocked', 'scheduled', 'waking', 'running', 'sleeping', 'completed', 'paused'],
    ]);
    const words = findAll(element, '.state').map(textOf);
    expect(new Set(words).size).to.equal(9);
    find(element, '[data-id="asks"] .cta').click();
    await drawn();
    find(element, '.card [data-decision="approve"]').click();
    await drawn();
    expect(script.requests[0]).to.include({ kind: 'respond', actionId: 'q', decision: 'approve' });
  });

  it('§3.18 M-057 what nobody told is not provided or unknown; a background teammate without a job is there too', async () => {
    const { element, say, open } = await page();
    await say(job('j', {}), {
      type: 'agent.changed',
      agentId: 'bg',
      agentName: 'Keeper',
      agentSource: 'background',
      payload: { status: 'sleeping', schedule: 'hourly' },
    });
    expect(textOf(find(element, '[data-id="bg"] .teammate-line')))
      .to.contain('Keeper')
      .and.contain('hourly');
    expect(row(element, 'j').dataset['fallback']).to.equal('unknown');
    await open('j');
    expect(fact(element, 'schedule')).to.deep.equal(['Not provided', 'unavailable']);
    expect(fact(element, 'wakeReason')).to.deep.equal(['Unknown', 'unknown']);
    expect(fact(element, 'lastRun')).to.deep.equal(['Not provided', 'unavailable']);
  });

  it('choosing a job opens its teammate; without one, its row', async () => {
    const { element, say } = await page();
    await say(job('a', { status: 'running' }, { agentId: 'bg-1' }), job('b', { status: 'running' }));
    const opened: string[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => opened.push(`${kind} ${id}`));
    find(element, '[data-id="a"] .teammate-line').focus();
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'j' });
    await sendKeys({ press: 'Enter' });
    await drawn();
    expect(opened).to.deep.equal(['agent bg-1']);
    expect(findAll(element, '.body')).to.have.length(1);
  });

  it('known-failure 42 hostile schedules, reasons and records are words, and nothing else', async () => {
    const { element, say } = await page();
    let hits = 0;
    (window as unknown as { hit: () => void }).hit = () => hits++;
    await say(
      ...HOSTILE.map((text, i) =>
        job(`k${i}`, {
          title: text,
          status: text,
          schedule: { html: text },
          wakeReason: text,
          reason: text,
          lastRun: { outcome: text, summary: text, finishedAt: text },
        }),
      ),
    );
    await until(() => findAll(element, '.unfold').length === HOSTILE.length);
    for (const each of findAll(element, '.unfold')) each.click();
    await drawn();
    expect(findAll(element, '.body')).to.have.length(HOSTILE.length);
    expect(findAll(element, 'script, iframe, img, object, embed, form, a, style')).to.have.length(0);
    expect(hits).to.equal(0);
  });

  it('says what fills it while there is none, and is accessible in every look (known-failure E)', async () => {
    const { script, element, say } = await page();
    expect(textOf(find(element, '.empty'))).to.equal('Scheduled and background work appears here.');
    await say(
      ...STATES.map((status) =>
        job(status, { status, title: status, reason: 'Because', lastRun: { outcome: 'failed' } }),
      ),
    );
    script.ask('q', {}, { taskId: 'running', runId: undefined });
    await drawn();
    for (const each of findAll(element, '.unfold')) each.click();
    await drawn();
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
