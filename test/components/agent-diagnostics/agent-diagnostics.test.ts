import { expect, fixture, html } from '@open-wc/testing';
import type { AgentDiagnostics } from 'oui-elements/components/agent-diagnostics';
import { AgentSession } from 'oui-elements/agent-ui';
import 'oui-elements/define/agent-diagnostics';
import 'oui-elements/define/agent-conversation';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import { inEveryLook } from '../every-look.js';
import { button } from '../in-shadow.js';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

async function page(script = new ScriptedSession()) {
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-diagnostics lang="en" .session=${script.session}></agent-diagnostics>
    </div>`,
  );
  const element = box.querySelector('agent-diagnostics')!;
  await drawn();
  return { script, element };
}

/** The log that a person would save; no file is made. */
async function exported(element: AgentDiagnostics): Promise<Record<string, unknown>> {
  let text = '';
  element.addEventListener(
    'agent-log-export-request',
    (event) => {
      event.preventDefault();
      text = event.text;
    },
    { once: true },
  );
  button(element, 'Export log').click();
  return JSON.parse(text) as Record<string, unknown>;
}

const metric = (script: ScriptedSession, metricName: string, value: number, unit = 'ms') =>
  script.emit('metric.changed', { metricName, runId: undefined }, { value, unit });

describe('<agent-diagnostics>', () => {
  it('AC-21 SF-DX-1 notes and metrics stand here, and not a word of them in the conversation', async () => {
    const { script, element } = await page();
    const conversation = await fixture(
      html`<agent-conversation lang="en" .session=${script.session}></agent-conversation>`,
    );
    script.start();
    script.say('Hello');
    script.emit(
      'diagnostic.changed',
      { diagnosticId: 'd-1' },
      { level: 'warn', code: 'delta.backlog', message: '18 chunks' },
    );
    metric(script, 'first_text_paint_ms', 412);
    await drawn();
    const note = find(element, '.notes [data-id="d-1"]');
    expect(textOf(note)).to.equal('Warning delta.backlog 18 chunks');
    expect([note.dataset['state'], element.matches(':state(faulty)')]).to.deep.equal(['warn', true]);
    expect(textOf(find(element, '.metrics [data-id="first_text_paint_ms"]'))).to.equal(
      'first_text_paint_ms 412 ms',
    );
    expect(textOf(conversation.shadowRoot!.querySelector('.turn')!))
      .to.contain('Hello')
      .and.not.match(/18 chunks|412|backlog/);
  });

  it('SF-DX-2 the time from click to paint is told in its parts; what was not measured is not made up', async () => {
    const { script, element } = await page();
    metric(script, 'listener.bound_ms', 5);
    metric(script, 'submit.accepted_ms', 45);
    metric(script, 'first_event_ms', 50);
    metric(script, 'submit_to_status_ms', 130);
    metric(script, 'first_text_delta_ms', 430);
    metric(script, 'session.messages_hydrate_ms', 250);
    metric(script, 'session.detail_request_ms', 1200);
    await drawn();
    expect(findAll(element, '.timings [data-state="measured"]').map(textOf)).to.deep.equal([
      'Click to listening 5 ms',
      'Listening to accepted 40 ms',
      'Accepted to first event 5 ms',
      'First event to first status 80 ms',
      'First status to first text 300 ms',
      'Opening: recent messages 250 ms',
      'Fetching a detail 1,200 ms',
    ]);
    expect(findAll(element, '.timings [data-fallback="unavailable"]').map(textOf)[0]).to.equal(
      'First text to paint not measured',
    );
    const bars = findAll<SVGSVGElement>(element, '.timings rect');
    expect(bars).to.have.length(7);
    expect(Number(bars[4].getAttribute('x'))).to.be.above(Number(bars[3].getAttribute('x')));
  });

  it('a metric that is told again has its course drawn, with words for those who do not see it', async () => {
    const { script, element } = await page();
    for (const value of [10, 40, 20]) {
      metric(script, 'text_delta.queue_depth', value, 'count');
      await drawn();
    }
    const chart = find(element, '.metrics svg');
    expect(chart.getAttribute('role')).to.equal('img');
    expect(chart.getAttribute('aria-label')).to.equal(
      'Course of text_delta.queue_depth: from 10 to 20, at least 10, at most 40',
    );
    expect(chart.querySelector('polyline')!.getAttribute('points')).to.equal('0,19 50,1 100,13');
  });

  it('M-002 gaps, repairs and protocol faults are told apart, counted, and can be filtered', async () => {
    const { script, element } = await page();
    script.sink.push([
      { type: 'run.started', runId: 'r', sequence: 1 },
      { type: 'run.status', runId: 'r', sequence: 5, payload: { stage: 'streaming' } },
      { type: 'teleport.started', sequence: 6 },
      { type: 'teleport.started', sequence: 7 },
      'nonsense',
      { type: 'run.finished', sequence: 8, runId: 'r', payload: { outcome: 'success' } },
      { type: 'run.failed', sequence: 9, runId: 'r', payload: { error: 'no' } },
    ] as never);
    await drawn();
    const kinds = new Set(findAll(element, '.notes li').map(({ dataset }) => dataset['kind']));
    expect([...kinds].sort()).to.deep.equal(['faults', 'gaps', 'repairs']);
    find(element, '.filter[data-kind="gaps"]').click();
    await drawn();
    expect(findAll(element, '.notes code').map(textOf)).to.deep.equal(['sequence.gap']);
    expect(find(element, '.filter[data-kind="gaps"]').getAttribute('aria-pressed')).to.equal('true');
    find(element, '.filter[data-kind="all"]').click();
    await drawn();
    expect(findAll(element, '.notes li').length).to.be.above(3);
  });

  it('a gap can be answered by reading the session again', async () => {
    const { script, element } = await page();
    script.sink.push([
      { type: 'run.started', runId: 'r', sequence: 1 },
      { type: 'run.status', runId: 'r', sequence: 5, payload: { stage: 'streaming' } },
    ] as never);
    await drawn();
    const asked: string[] = [];
    element.addEventListener('agent-refresh-request', (event) => {
      event.preventDefault();
      asked.push(event.sessionId);
    });
    find(element, '[data-verb="refresh"]').click();
    expect(asked).to.deep.equal(['s']);
  });

  it('the connection is told with its state, and why it is lost', async () => {
    const { script, element } = await page();
    expect(textOf(find(element, '[part="connection"]'))).to.match(/^Connected \d+ controls offered s$/);
    script.sink.state('reconnecting', 'the network is gone');
    await drawn();
    const line = find(element, '[part="connection"]');
    expect(line.dataset['state']).to.equal('reconnecting');
    expect(textOf(line)).to.contain('Connecting again the network is gone');
  });

  it('§4.1 requests are listed with what became of them; one that failed can be made again or let go', async () => {
    const controls: readonly ControlKind[] = ['interrupt', 'stop'];
    const { script, element } = await page(new ScriptedSession('s', controls));
    script.receipt = { status: 'rejected', reason: 'the line is dead' };
    script.start();
    await script.session.stop({ taskId: 'tk' });
    element.requestUpdate();
    await drawn();
    const request = find(element, '.requests [data-id="stop:tk"]');
    expect(request.dataset['state']).to.equal('failed');
    expect(textOf(request)).to.contain('the line is dead');
    script.receipt = { status: 'accepted' };
    find(element, '[data-verb="retry"]').click();
    await drawn();
    expect(find(element, '.requests [data-id="stop:tk"]').dataset['state']).to.equal('awaiting-confirmation');
    expect(script.requests).to.have.length(2);
  });

  it('§4.1 letting a request go is a request too', async () => {
    const { script, element } = await page(new ScriptedSession('s', ['stop']));
    script.receipt = { status: 'rejected', reason: 'no' };
    await script.session.stop({ taskId: 'tk' });
    element.requestUpdate();
    await drawn();
    element.addEventListener('agent-write-dismiss-request', (event) => event.preventDefault(), {
      once: true,
    });
    find(element, '[data-verb="dismiss"]').click();
    await drawn();
    expect(findAll(element, '[data-verb="dismiss"]'), 'the host keeps it').to.have.length(1);
    find(element, '[data-verb="dismiss"]').click();
    await drawn();
    expect(script.session.writes.filter(({ endedAt }) => endedAt === undefined)).to.have.length(0);
  });

  it('the exported log has no secrets, and its events give the same facts again', async () => {
    const events = [
      { type: 'session.opened', sessionId: 'ses', sequence: 1, payload: { title: 'T' } },
      { type: 'run.started', sessionId: 'ses', runId: 'r', sequence: 2 },
      {
        type: 'tool.args',
        sessionId: 'ses',
        runId: 'r',
        toolCallId: 'c',
        sequence: 3,
        payload: { args: { path: 'README.md', token: 'sk-live-123456' } },
      },
      {
        type: 'metric.changed',
        sessionId: 'ses',
        metricName: 'first_event_ms',
        sequence: 4,
        payload: { value: 3, unit: 'ms' },
      },
      {
        type: 'run.failed',
        sessionId: 'ses',
        runId: 'r',
        sequence: 9,
        payload: { error: 'Bearer abcdefghijkl' },
      },
    ];
    const session = new AgentSession(undefined, { sessionId: 'ses', record: 100 });
    session.dispatch(events as never);
    const element = await fixture<AgentDiagnostics>(
      html`<agent-diagnostics lang="en" .session=${session}></agent-diagnostics>`,
    );
    await drawn();
    expect(textOf(find(element, '.events [data-id="tool.args"]'))).to.equal('tool.args 1');
    const log = await exported(element);
    expect(JSON.stringify(log)).to.not.match(/sk-live|abcdefghijkl/);
    expect([log['complete'], log['sessionId']]).to.deep.equal([true, 'ses']);
    const again = new AgentSession(undefined, { sessionId: 'ses' });
    again.dispatch(log['events'] as never);
    expect(again.snapshot()).to.deep.equal(session.snapshot());
  });

  it('where no events are recorded it says so, and the log says that it is not complete', async () => {
    const { element } = await page();
    expect(textOf(find(element, '[data-fallback="unavailable"].meta'))).to.equal(
      'Events are not recorded here, so the log has none.',
    );
    const log = await exported(element);
    expect([log['complete'], log['events']]).to.deep.equal([false, []]);
  });

  it('AC-21 the secrets of a note are redacted', async () => {
    const { script, element } = await page();
    script.emit(
      'diagnostic.changed',
      { diagnosticId: 'd' },
      { level: 'error', code: 'x', message: 'used Bearer abcdefghijkl' },
    );
    await drawn();
    expect(textOf(element.shadowRoot as never))
      .to.contain('[redacted]')
      .and.not.contain('abcdefghijkl');
  });

  it('says so while nothing unusual has happened, and shows nothing without a session', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.panel'))).to.contain('Nothing unusual has happened.');
    expect(element.matches(':state(empty)')).to.equal(true);
    const alone = await fixture<AgentDiagnostics>(html`<agent-diagnostics></agent-diagnostics>`);
    expect(alone.shadowRoot!.querySelector('.panel')).to.equal(null);
  });

  it('known-failure E is accessible in every look', async () => {
    const { script, element } = await page(new ScriptedSession('s', ['stop']));
    script.receipt = { status: 'rejected', reason: 'no' };
    await script.session.stop({ taskId: 'tk' });
    for (const value of [1, 2, 3]) {
      metric(script, 'first_event_ms', value);
      await drawn();
    }
    for (const level of ['error', 'warn', 'info', 'debug', 'odd'])
      script.emit(
        'diagnostic.changed',
        { diagnosticId: level },
        { level, code: 'sequence.gap', message: 'm', count: 3 },
      );
    await drawn();
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
