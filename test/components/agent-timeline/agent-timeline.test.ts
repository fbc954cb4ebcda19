import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentTimeline } from 'oui-elements/components/agent-timeline';
import type { ControlKind, ControlReceipt } from '../../../src/agent-ui/events/control-request.js';
import 'oui-elements/define/agent-timeline';
import { inEveryLook } from '../every-look.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

const ALL: readonly ControlKind[] = [
  'export.evidence',
  'export.replay',
  'request_review',
  'retry',
  'respond',
];

async function page(controls = ALL) {
  const script = new ScriptedSession('s', controls);
  const box = await fixture<HTMLElement>(
    html`<div><agent-timeline lang="en" .session=${script.session}></agent-timeline></div>`,
  );
  const element = box.querySelector<AgentTimeline>('agent-timeline')!;
  const evidence = (evidenceId: string, payload: object, fields: object = {}) =>
    script.emit('evidence.changed', { evidenceId, runId: undefined, turnId: undefined, ...fields }, payload);
  /** A turn with one call, over unless told otherwise. */
  const turn = (n: number, end: object | null = { outcome: 'success' }, result: object = {}) => {
    const ids = { runId: `r-${n}`, turnId: `t-${n}` };
    script.emit('run.started', ids, { userMessage: { id: `u-${n}`, text: `Question ${n}` } });
    script.emit('tool.started', { ...ids, toolCallId: `tc-${n}` }, { name: 'look', title: `Look ${n}` });
    script.emit('tool.args', { ...ids, toolCallId: `tc-${n}` }, { args: { n }, state: 'input-available' });
    if (!end) return;
    script.emit('tool.result', { ...ids, toolCallId: `tc-${n}` }, { outputPreview: `Found ${n}`, ...result });
    script.emit('run.finished', ids, end);
  };
  return { script, element, evidence, turn };
}

const row = (element: Element, id: string) => find(element, `.row[data-id="${id}"]`);
const line = (element: Element, id: string) => find(element, `[data-id="${id}"] > .tool-line`);
const turnIds = (element: Element) => findAll(element, '.turn').map(({ dataset }) => dataset['id']);
const control = (element: Element, kind: string) =>
  find<HTMLButtonElement>(element, `[data-control="${kind}"]`);

async function open(element: Element, id: string): Promise<void> {
  line(element, id).click();
  await drawn();
}

function opened(element: AgentTimeline): string[] {
  const asked: string[] = [];
  element.addEventListener('agent-open-request', ({ kind, id }) => asked.push(`${kind} ${id}`));
  return asked;
}

describe('<agent-timeline>', () => {
  it('SF-TL-7 M-014 what runs is no process here, what is over is one closed line, the newest first', async () => {
    const { element, turn } = await page();
    turn(1);
    turn(2, { outcome: 'cancelled' });
    turn(3, null);
    await drawn();
    expect(turnIds(element)).to.deep.equal(['t-3', 't-2', 't-1']);
    expect(findAll(element, '.turn').map(({ dataset }) => dataset['state'])).to.deep.equal([
      'running',
      'cancelled',
      'success',
    ]);
    expect(textOf(line(element, 't-1'))).to.match(/^Question 1 Done . 1 step/);
    expect(textOf(line(element, 't-2'))).to.match(/^Question 2 Stopped . 1 step/);
    expect(findAll(element, '.step, .tool-body')).to.have.length(0);
  });

  it('SF-TL-6 N-007 a turn that runs is a line that leads to the conversation', async () => {
    const { element, turn } = await page();
    turn(1, null);
    await drawn();
    const asked = opened(element);
    expect(line(element, 't-1').hasAttribute('aria-expanded')).to.equal(false);
    expect(textOf(line(element, 't-1'))).to.contain('shown in the conversation');
    line(element, 't-1').click();
    await drawn();
    expect(asked).to.deep.equal(['turn t-1']);
    expect(findAll(element, '.step')).to.have.length(0);
  });

  it('SF-TL-1 AC-10 steps are drawn when their turn is opened, and a whole output is fetched when somebody asks', async () => {
    const { script, element, turn } = await page();
    const fetched: string[] = [];
    script.session.detail = async (ref) => {
      fetched.push(ref);
      return { contentType: 'text/plain', text: 'All of it' };
    };
    turn(1, { outcome: 'success' }, { outputRef: 'out://1' });
    await drawn();
    await open(element, 't-1');
    expect(findAll(element, '.step').map(({ dataset }) => dataset['id'])).to.deep.equal(['tool:tc-1']);
    expect(findAll(element, '.tool-body')).to.have.length(0);
    await open(element, 'tool:tc-1');
    expect(textOf(find(element, '.tool-body'))).to.contain('Found 1');
    expect(fetched).to.deep.equal([]);
    find(element, '[data-verb="detail"]').click();
    await until(() => textOf(find(element, '.tool-body')).includes('All of it'));
    expect(fetched).to.deep.equal(['out://1']);
    await open(element, 't-1');
    expect(findAll(element, '.step'), 'closing lets go of it').to.have.length(0);
  });

  it('M-015 N-007 a step that is open elsewhere is closed here, and says so', async () => {
    const { script, element, turn } = await page();
    turn(1);
    await drawn();
    await open(element, 't-1');
    await open(element, 'tool:tc-1');
    script.session.expand('tool:tc-1', 'inline_process');
    await drawn();
    expect(findAll(element, '.tool-body')).to.have.length(0);
    expect(textOf(line(element, 'tool:tc-1'))).to.contain('Open in another panel');
    await open(element, 'tool:tc-1');
    expect(findAll(element, '.tool-body')).to.have.length(1);
    expect(script.session.view('inline_process').get().turns[0]!.steps[0]!.expandedIn).to.equal(
      'timeline_evidence',
    );
  });

  it('SF-TL-2 tools, artifacts, evidence and questions can be reached when their turn is over', async () => {
    const { script, element, evidence } = await page();
    script.start();
    script.tool('tc-1');
    script.ask('ac-1', {}, {});
    script.emit('action.resolved', { actionId: 'ac-1' }, { decision: 'approve', resolvedBy: 'user' });
    script.emit('artifact.created', { artifactId: 'art-1' }, { title: 'Report' });
    evidence('ev-1', { kind: 'trace', title: 'Trace' }, { runId: 'r', turnId: 't' });
    script.emit('run.finished', {}, { outcome: 'success' });
    await drawn();
    await open(element, 't');
    const asked = opened(element);
    expect(findAll(element, '.step').map(({ dataset }) => dataset['id'])).to.deep.equal([
      'tool:tc-1',
      'action:ac-1',
      'artifact:art-1',
      'evidence:ev-1',
    ]);
    await open(element, 'action:ac-1');
    expect(textOf(find(element, '.outcome'))).to.contain('Approved by you');
    await open(element, 'artifact:art-1');
    find(element, '.turn-body .link').click();
    expect(asked).to.deep.equal(['artifact art-1', 'turn t']);
    await open(element, 'evidence:ev-1');
    expect(line(element, 'ev-1').getAttribute('aria-expanded'), 'it stands here').to.equal('true');
    expect(element.shadowRoot!.activeElement).to.equal(line(element, 'ev-1'));
  });

  it('SF-TL-2 a tool row, an answer and a host find their place here, however old it is', async () => {
    const { element, turn, evidence } = await page();
    for (let n = 1; n <= 40; n++) turn(n);
    for (let n = 1; n <= 10; n++)
      evidence(`ev-${n}`, { kind: 'trace', title: `Trace ${n}`, status: 'ready' });
    await drawn();
    expect(findAll(element, '.turn')).to.have.length(30);
    expect(element.show('tc-2', 'tool')).to.equal(true);
    await drawn();
    expect(element.shadowRoot!.activeElement).to.equal(line(element, 'tool:tc-2'));
    expect(textOf(find(element, '.tool-body'))).to.contain('Found 2');
    expect(element.show('ev-1')).to.equal(true);
    await drawn();
    expect(element.shadowRoot!.activeElement).to.equal(line(element, 'ev-1'));
    expect(element.show('t-3', 'turn')).to.equal(true);
    await drawn();
    expect(element.shadowRoot!.activeElement).to.equal(line(element, 't-3'));
    expect(element.show('nobody', 'tool')).to.equal(false);
  });

  it('SF-TL-3 N-021 sources are those that their owner listed, and safe ones are links', async () => {
    const { element, evidence } = await page();
    evidence('ev-1', {
      kind: 'citation',
      status: 'ready',
      sources: [
        { id: 's-1', title: 'A study', anchor: 'p. 4', url: 'https://example.com/a' },
        { id: 's-2', title: 'A trap', url: 'javascript:alert(1)' },
        { id: 's-3', title: 'A file', artifactId: 'art-9' },
      ],
    });
    evidence('ev-2', { kind: 'citation', status: 'ready' });
    await drawn();
    await open(element, 'ev-1');
    await open(element, 'ev-2');
    expect(findAll(element, '.sources li').map(textOf)).to.deep.equal([
      'A study example.com p. 4',
      'A trap',
      'A file',
    ]);
    expect(findAll<HTMLAnchorElement>(element, 'a').map(({ href }) => href)).to.deep.equal([
      'https://example.com/a',
    ]);
    const asked = opened(element);
    find(element, '.sources .link').click();
    expect(asked).to.deep.equal(['artifact art-9']);
    const missing = find(element, '[data-id="ev-2"] .meta[data-fallback]');
    expect([missing.dataset['fallback'], textOf(missing)]).to.deep.equal([
      'unavailable',
      'No sources were given.',
    ]);
  });

  it('SF-TL-4 AC-09 M-034 an export shows how far it is while the answer goes on, and nothing is fetched unasked', async () => {
    const { script, element, evidence } = await page();
    const fetched: string[] = [];
    script.session.detail = async (ref) => {
      fetched.push(ref);
      return { contentType: 'text/plain', text: `the content of ${ref}` };
    };
    script.start();
    evidence('ev-1', { kind: 'pack', status: 'exporting', progress: 0.25 });
    script.say('still streaming');
    await drawn();
    expect([row(element, 'ev-1').dataset['state'], row(element, 'ev-1').dataset['fallback']]).to.deep.equal([
      'exporting',
      'loading',
    ]);
    expect(textOf(line(element, 'ev-1'))).to.contain('Packing up 25 %');
    expect(find<HTMLProgressElement>(element, 'progress').value).to.equal(25);
    evidence(
      'ev-1',
      { kind: 'pack', status: 'ready', verificationOutcomes: [{ name: 'lint', status: 'passed' }] },
      { evidencePackRef: 'pack://1', replayRef: 'replay://1', reviewRef: 'review://1', traceId: 'tr-1' },
    );
    await drawn();
    expect(textOf(line(element, 'ev-1'))).to.contain('1 passed');
    await open(element, 'ev-1');
    expect(findAll(element, '.reference').map(({ dataset }) => dataset['ref'])).to.deep.equal([
      'pack://1',
      'replay://1',
      'review://1',
    ]);
    expect(fetched).to.deep.equal([]);
    find(element, '[data-ref="pack://1"] button').click();
    await until(() => textOf(row(element, 'ev-1')).includes('the content of pack://1'));
    expect(fetched).to.deep.equal(['pack://1']);
  });

  it('a reference that cannot be opened says why, and can be opened again', async () => {
    const { script, element, evidence } = await page();
    script.session.detail = () => Promise.reject(new Error('The archive is closed.'));
    evidence('ev-1', { kind: 'pack', status: 'ready' }, { evidencePackRef: 'pack://1' });
    await drawn();
    await open(element, 'ev-1');
    find(element, '[data-ref="pack://1"] button').click();
    await until(() => findAll(element, '.trouble').length > 0);
    expect(textOf(find(element, '.trouble'))).to.equal('It could not be fetched: The archive is closed.');
    expect(find<HTMLButtonElement>(element, '[data-ref="pack://1"] button').disabled).to.equal(false);
  });

  it('SF-TL-5 N-016 M-033 review and replay stand at the record that they rest on', async () => {
    const { script, element, evidence } = await page();
    evidence('ev-1', { kind: 'verification', status: 'ready' }, { replayRef: 'replay://1' });
    script.emit(
      'review.completed',
      { reviewId: 'rv-1', evidenceRefs: ['ev-1'] },
      { reviewer: 'Ines', target: { kind: 'artifact', id: 'a' }, verdict: 'changes_requested' },
    );
    await drawn();
    await open(element, 'ev-1');
    expect(textOf(find(element, '[data-review="rv-1"]'))).to.equal('Ines: Changes requested');
    expect(find(element, '[data-review="rv-1"]').dataset['state']).to.equal(
      script.session.view('review_lane').get().reviews[0]!.state,
    );
    expect(findAll(element, '[data-control="export.replay"]'), 'there is one already').to.have.length(0);
  });

  it('failed and disputed evidence comes first, stale is marked; each with its word', async () => {
    const { element, evidence } = await page();
    evidence('ok', { kind: 'trace', status: 'ready' });
    evidence('old', { kind: 'audit', status: 'ready', stale: true });
    evidence('odd', { kind: 'citation', status: 'ready', disputed: true });
    evidence('bad', { kind: 'pack', status: 'failed' });
    await drawn();
    const shown = findAll(element, '.evidence');
    expect(shown.map(({ dataset }) => [dataset['id'], dataset['fallback']])).to.deep.equal([
      ['bad', 'failed'],
      ['odd', 'disputed'],
      ['old', 'stale'],
      ['ok', undefined],
    ]);
    expect(findAll(element, '.evidence .tool-state').map(textOf)).to.deep.equal([
      'Failed',
      'Disputed',
      'Out of date',
      'Ready',
    ]);
  });

  it('AC-11 M-057 N-001 N-017 what nobody said is unknown, and a gap is one only when it was listed', async () => {
    const { script, element, evidence } = await page();
    evidence('ev-2', { kind: 'verification' });
    evidence('ev-3', {});
    evidence('ev-4', { kind: 'pack', status: 'ready', knownGaps: ['No prices of 2026'] });
    script.emit('tool.started', { toolCallId: 'tc' }, { name: 'x' });
    script.emit('run.started', {}, {});
    script.emit('run.finished', {}, {});
    await drawn();
    for (const id of ['ev-2', 'ev-3', 'ev-4']) await open(element, id);
    expect(row(element, 'ev-2').dataset['fallback']).to.equal('unknown');
    expect(textOf(row(element, 'ev-2'))).to.contain('Nobody has said whether it passed.');
    expect(textOf(line(element, 'ev-3'))).to.equal('Evidence ev-3 Unknown');
    expect(findAll(element, '.bullets li').map(textOf)).to.deep.equal(['No prices of 2026']);
    expect([row(element, 't').dataset['state'], row(element, 't').dataset['fallback']]).to.deep.equal([
      'unknown',
      'unknown',
    ]);
    expect(textOf(line(element, 't'))).to.contain('End unknown');
  });

  it('AC-23F N-015 a turn that failed says so, of what, and can be tried again as its owner allows', async () => {
    const { script, element } = await page();
    script.start('Deploy it');
    script.emit('tool.started', { toolCallId: 'tc-1' }, { name: 'deploy' });
    script.emit('run.failed', {}, { error: 'provider timeout', retryable: true });
    await drawn();
    expect(textOf(line(element, 't'))).to.match(/^Deploy it Failed/);
    await open(element, 't');
    expect(textOf(find(element, '.failure-text'))).to.equal('provider timeout');
    expect(find(element, '.step').dataset['status'], 'not succeeded').to.equal('unknown');
    control(element, 'retry').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'retry', runId: 'r' }]);
    expect(row(element, 't').dataset['state']).to.equal('failed');
  });

  it('W13 W26 M-022 what is asked for is on its way until its owner speaks; twice is once', async () => {
    const { script, element, evidence } = await page();
    evidence('ev-1', { kind: 'trace', status: 'ready' });
    await drawn();
    await open(element, 'ev-1');
    for (const kind of ['export.evidence', 'export.replay', 'request_review']) {
      control(element, kind).click();
      control(element, kind).click();
    }
    await drawn();
    expect(script.requests).to.deep.equal([
      { kind: 'export.evidence' },
      { kind: 'export.replay', evidenceId: 'ev-1' },
      { kind: 'request_review', targetId: 'ev-1', targetKind: 'evidence' },
    ]);
    expect(control(element, 'export.replay').disabled).to.equal(true);
    expect(findAll(element, '.reference'), 'a request is no replay').to.have.length(0);
    evidence('ev-1', { kind: 'trace', status: 'ready' }, { replayRef: 'replay://1' });
    await drawn();
    expect(findAll(element, '.reference').map(({ dataset }) => dataset['ref'])).to.deep.equal(['replay://1']);
  });

  it('M-023 a refusal says why; what the runtime cannot do is not offered; a host can take over', async () => {
    const { script, element, evidence } = await page(['export.evidence']);
    script.receipt = { status: 'rejected', reason: 'the archive is full' };
    evidence('ev-1', { kind: 'trace', status: 'ready' });
    await drawn();
    await open(element, 'ev-1');
    expect(findAll(element, '[data-control]').map(({ dataset }) => dataset['control'])).to.deep.equal([
      'export.evidence',
    ]);
    control(element, 'export.evidence').click();
    await drawn();
    expect(textOf(find(element, '.trouble'))).to.equal('That did not work: the archive is full');
    element.addEventListener('agent-evidence-export-request', (event) => event.preventDefault());
    control(element, 'export.evidence').click();
    await drawn();
    expect(script.requests).to.have.length(1);
  });

  it('W14 older turns are asked for by a person; a failure leaves what is here, and can be asked again', async () => {
    const asked: (string | undefined)[] = [];
    const receipts: ControlReceipt[] = [
      { status: 'rejected', reason: 'archive offline' },
      { status: 'accepted' },
    ];
    const script = new ScriptedSession('s', []);
    const { connect } = script.adapter;
    script.adapter.connect = async (...given) => ({
      ...(await connect(...given)),
      hydrate: async ({ before } = {}) => {
        asked.push(before);
        return before === undefined ? { status: 'accepted' } : receipts.shift();
      },
    });
    const element = await fixture<AgentTimeline>(
      html`<agent-timeline lang="en" .session=${script.session}></agent-timeline>`,
    );
    const step = (turnId: string) =>
      script.emit('tool.started', { toolCallId: turnId, turnId, runId: undefined }, { name: 'look' });
    step('t-2');
    script.emit('session.hydrated', { sessionId: 's' }, { truncated: true, cursor: 'c-1' });
    await drawn();
    const button = () => find<HTMLButtonElement>(element, '[part="load-older"]');
    button().click();
    await drawn();
    expect(textOf(find(element, '.older .trouble'))).to.contain('archive offline');
    expect(turnIds(element)).to.deep.equal(['t-2']);
    button().click();
    step('t-1');
    await drawn();
    expect(asked).to.deep.equal([undefined, 'c-1', 'c-1']);
    expect(turnIds(element)).to.have.members(['t-1', 't-2']);
  });

  it('workbench-ux j, k, arrows, Home and End go from row to row; one stop for Tab', async () => {
    const { element, turn, evidence } = await page();
    evidence('ev-1', { kind: 'trace', status: 'ready' });
    turn(1);
    turn(2);
    await drawn();
    const at = () =>
      (element.shadowRoot!.activeElement as HTMLElement | null)?.closest<HTMLElement>('.row')?.dataset['id'];
    expect(findAll(element, '.tool-line').filter(({ tabIndex }) => tabIndex === 0)).to.have.length(1);
    line(element, 'ev-1').focus();
    const places: unknown[] = [];
    for (const press of ['j', 'ArrowDown', 'k', 'End', 'Home'] as const) {
      await sendKeys({ press });
      places.push(at());
    }
    expect(places).to.deep.equal(['t-2', 't-1', 't-2', 't-1', 'ev-1']);
    await sendKeys({ press: ' ' });
    await drawn();
    expect(line(element, 'ev-1').getAttribute('aria-expanded')).to.equal('true');
    expect(line(element, 'ev-1').tabIndex).to.equal(0);
  });

  it('N-022 thousands of steps cost no more than what is drawn; an update touches its own row', async () => {
    const { script, element, evidence, turn } = await page();
    for (let n = 0; n < 300; n++) turn(n);
    for (let n = 0; n < 300; n++) evidence(`ev-${n}`, { kind: 'trace', status: 'ready' });
    for (let n = 0; n < 200; n++)
      script.emit(
        'tool.started',
        { runId: 'r-299', turnId: 't-299', toolCallId: `many-${n}` },
        { name: 'look' },
      );
    await drawn();
    expect(findAll(element, '.row')).to.have.length(36);
    await open(element, 't-299');
    expect(findAll(element, '.step')).to.have.length(50);
    expect(textOf(find(element, '.turn-body .more'))).to.equal('Show 151 more steps');
    const touched = new Set<string | undefined>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const near = target instanceof Element ? target : target.parentElement!;
        touched.add(near.closest<HTMLElement>('.row')?.dataset['id']);
      }
    });
    observer.observe(element.shadowRoot!, { subtree: true, childList: true, characterData: true });
    evidence('ev-299', { kind: 'trace', status: 'ready', stale: true });
    await drawn();
    observer.disconnect();
    expect([...touched]).to.deep.equal(['ev-299']);
    findAll(element, '.more').at(-1)!.click();
    await drawn();
    expect(findAll(element, '.turn')).to.have.length(60);
  });

  it('known-failure 34 what an export came to is told once; what was there before is no news', async () => {
    const { element, evidence } = await page();
    evidence('old', { kind: 'pack', status: 'failed', title: 'Old pack' });
    evidence('ev-1', { kind: 'pack', status: 'exporting', title: 'New pack' });
    await drawn();
    const spoken = () => textOf(find(element, '[aria-live="polite"]'));
    expect(spoken()).to.equal('');
    evidence('ev-1', { kind: 'pack', status: 'ready', title: 'New pack' });
    await until(() => spoken() !== '');
    expect(spoken()).to.equal('New pack: Ready');
  });

  it('known-failure 42 hostile words are words, and nothing else', async () => {
    const { script, element, evidence } = await page();
    let hits = 0;
    (window as unknown as { hit: () => void }).hit = () => hits++;
    for (const [i, text] of HOSTILE.entries()) {
      evidence(
        `h${i}`,
        {
          kind: text,
          status: 'failed',
          title: text,
          provenance: text,
          knownGaps: [text],
          sources: [{ title: text, anchor: text, url: text }],
          verificationOutcomes: [{ name: text, status: text }],
        },
        { evidencePackRef: text, sourceRefs: [text] },
      );
    }
    script.start(HOSTILE[0]);
    script.emit('reasoning.summary', { partId: 'p' }, { summary: HOSTILE.join('\n\n') });
    script.emit('run.finished', {}, { outcome: 'success' });
    await drawn();
    for (;;) {
      const more = findAll(element, '.part:first-of-type > .more')[0];
      if (!more) break;
      more.click();
      await drawn();
    }
    for (const each of findAll(element, '.row > .tool-line')) each.click();
    await drawn();
    expect(findAll(element, '.evidence')).to.have.length(HOSTILE.length);
    expect(findAll(element, 'script, iframe, img, object, embed, form, style')).to.have.length(0);
    for (const { href } of findAll<HTMLAnchorElement>(element, 'a'))
      expect(href).to.match(/^(?:https?|mailto|tel):|#/);
    expect(hits).to.equal(0);
  });

  it('says what fills it while nothing has been done', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.empty'))).to.equal('What was done, and what proves it, appears here.');
    expect(element.matches(':state(empty)')).to.equal(true);
  });

  it('known-failure E is accessible in every look', async () => {
    const { script, element, evidence, turn } = await page();
    turn(1);
    turn(2, null);
    evidence(
      'ev-1',
      {
        kind: 'pack',
        status: 'ready',
        disputed: true,
        sources: [{ title: 'A study', url: 'https://example.com' }],
        verificationOutcomes: [
          { name: 'lint', status: 'failed' },
          { name: 'types', status: 'partial' },
        ],
      },
      { evidencePackRef: 'pack://1' },
    );
    evidence('ev-2', { kind: 'pack', status: 'exporting', progress: 0.5 });
    script.receipt = { status: 'rejected', reason: 'full' };
    await drawn();
    for (const each of findAll(element, '.row > .tool-line[aria-expanded]')) each.click();
    await drawn();
    await open(element, 'tool:tc-1');
    control(element, 'export.evidence').click();
    await drawn();
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
