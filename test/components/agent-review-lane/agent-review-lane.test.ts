import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentReviewLane } from 'oui-elements/components/agent-review-lane';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import 'oui-elements/define/agent-review-lane';
import { inEveryLook } from '../every-look.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

const ALL: readonly ControlKind[] = ['request_review', 'request_review.decide', 'assign'];

const ART = { kind: 'artifact', id: 'art-1' };

async function page(controls = ALL) {
  const script = new ScriptedSession('s', controls);
  const box = await fixture<HTMLElement>(
    html`<div><agent-review-lane lang="en" .session=${script.session}></agent-review-lane></div>`,
  );
  const element = box.querySelector<AgentReviewLane>('agent-review-lane')!;
  const review = (type: 'requested' | 'completed', reviewId: string, payload: object, evidence?: string) =>
    script.emit(
      `review.${type}`,
      { reviewId, runId: undefined, turnId: undefined, ...(evidence ? { evidenceRefs: [evidence] } : {}) },
      payload,
    );
  const teammate = (agentId: string, agentName: string) =>
    script.emit(
      'agent.spawned',
      { agentId, agentName, runId: undefined, turnId: undefined },
      { status: 'running' },
    );
  return { script, element, review, teammate };
}

const row = (element: Element, id: string) => find(element, `.review[data-id="${id}"]`);
const line = (element: Element, id: string) => find(element, `[data-id="${id}"] > .tool-line`);
const ids = (element: Element) => findAll(element, '.review').map(({ dataset }) => dataset['id']);
const button = (element: Element, name: string) => {
  const found = findAll<HTMLButtonElement>(element, 'button').find((each) => textOf(each) === name);
  if (!found) throw new Error(`no button is called ${name}`);
  return found;
};

async function open(element: Element, id: string): Promise<void> {
  line(element, id).click();
  await drawn();
}

async function write(element: Element, text: string): Promise<void> {
  const field = find<HTMLTextAreaElement>(element, '.decide textarea');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await drawn();
}

describe('<agent-review-lane>', () => {
  it('AC-16 SF-RL-1 N-006 a verdict is its owner’s, whatever an answer says', async () => {
    const { script, element, review, teammate } = await page();
    teammate('rev', 'Ines');
    script.emit('artifact.created', { artifactId: 'art-1' }, { title: 'Report' });
    review('requested', 'rv-1', { reviewer: 'rev', target: ART });
    await drawn();
    expect(textOf(line(element, 'rv-1'))).to.equal('Report Ines Requested');
    review(
      'completed',
      'rv-1',
      { verdict: 'changes_requested', requestedFixes: [{ id: 'fx-1', text: 'Add tests' }] },
      'ev-9',
    );
    script.say('The review passed!');
    script.emit('text.final', { messageId: 'm' }, { text: 'The review passed!' });
    await drawn();
    expect(textOf(line(element, 'rv-1'))).to.equal('Report Ines Changes requested . 1 fix'.replace('.', '·'));
    expect(row(element, 'rv-1').dataset['state']).to.equal('changes_requested');
  });

  it('AC-16 C29 two verdicts that differ both stand, as disputed, side by side', async () => {
    const { element, review } = await page();
    review('completed', 'rv-0', { reviewer: 'x', target: { kind: 'task', id: 'tk' }, verdict: 'failed' });
    review('completed', 'rv-1', { reviewer: 'rev', target: ART, verdict: 'changes_requested' }, 'ev-9');
    review('completed', 'rv-2', { reviewer: 'rev2', target: ART, verdict: 'passed' }, 'ev-10');
    await drawn();
    expect(ids(element)).to.deep.equal(['rv-1', 'rv-2', 'rv-0']);
    expect(
      ['rv-1', 'rv-2'].map((id) => [row(element, id).dataset['fallback'], row(element, id).dataset['state']]),
    ).to.deep.equal([
      ['disputed', 'changes_requested'],
      ['disputed', 'passed'],
    ]);
    expect(element.matches(':state(disputed)')).to.equal(true);
    await open(element, 'rv-1');
    expect(textOf(find(element, '.dispute'))).to.equal('Another review says otherwise: rev2: Passed');
  });

  it('§2.3 rounds are kept, oldest first, with their evidence', async () => {
    const { script, element, review } = await page();
    review('requested', 'rv-1', { reviewer: 'rev', target: ART });
    review('completed', 'rv-1', { verdict: 'failed', summary: 'Wrong numbers' }, 'ev-1');
    review('completed', 'rv-1', { verdict: 'passed' });
    await drawn();
    await open(element, 'rv-1');
    expect(findAll(element, '.round').map(({ dataset }) => dataset['state'])).to.deep.equal([
      'failed',
      'passed',
    ]);
    expect(textOf(findAll(element, '.round')[0]!)).to.contain('Round 1 Failed');
    const missing = findAll(element, '.round')[1]!.querySelector<HTMLElement>('[data-fallback]')!;
    expect([missing.dataset['fallback'], textOf(missing)]).to.deep.equal([
      'unavailable',
      'No evidence linked',
    ]);
    const asked: string[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => asked.push(`${kind} ${id}`));
    for (const each of findAll(element, '.link')) each.click();
    expect(asked).to.deep.equal(['artifact art-1', 'agent rev', 'evidence ev-1']);
    expect(script.requests).to.deep.equal([]);
  });

  it('SF-RL-2 AC-16 W9 a fix is given to a teammate, and is theirs when the board says so', async () => {
    const { script, element, review, teammate } = await page();
    teammate('ada', 'Ada');
    teammate('bo', 'Bo');
    const fix = { id: 'fx-1', text: 'Add tests' };
    review('completed', 'rv-1', {
      reviewer: 'rev',
      target: ART,
      verdict: 'changes_requested',
      requestedFixes: [fix],
    });
    await drawn();
    await open(element, 'rv-1');
    expect(find(element, '.fix').dataset['state']).to.equal('none');
    button(element, 'Assign to…').click();
    await drawn();
    const select = find<HTMLSelectElement>(element, '.fix select');
    expect(element.shadowRoot!.activeElement).to.equal(select);
    expect([...select.options].map(({ value }) => value)).to.deep.equal(['', 'ada', 'bo']);
    expect(button(element, 'Assign').disabled, 'nobody is chosen').to.equal(true);
    select.value = 'bo';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await drawn();
    button(element, 'Assign').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'assign', workItemId: 'fx-1', assignee: 'bo' }]);
    expect(textOf(find(element, '.fix-state')), 'a request is no fact').to.equal('Not on the board');
    expect(find(element, '.fix [data-write]').dataset['write']).to.equal('awaiting-confirmation');
    script.emit(
      'task.changed',
      { workItemId: 'fx-1', runtimeEntity: 'work_item', runId: undefined },
      { title: 'Add tests', status: 'claimed', assignee: { kind: 'agent', id: 'bo' } },
    );
    await drawn();
    expect(find(element, '.fix').dataset['state']).to.equal('claimed');
    expect(textOf(find(element, '.fix .owner'))).to.equal('Bo');
    expect(findAll(element, '.fix [data-write]')).to.have.length(0);
  });

  it('SF-RL-2 a fix becomes a work item; one without an id can be given to nobody', async () => {
    const { script, element, review } = await page();
    review('completed', 'rv-1', {
      reviewer: 'rev',
      target: ART,
      verdict: 'changes_requested',
      requestedFixes: [{ id: 'fx-1', text: 'Add tests' }, { text: 'Shorten it' }],
    });
    await drawn();
    await open(element, 'rv-1');
    button(element, 'Make a work item').click();
    button(element, 'Make a work item').click();
    await drawn();
    expect(script.requests).to.deep.equal([{ kind: 'assign', workItemId: 'fx-1', status: 'open' }]);
    const nameless = findAll(element, '.fix')[1]!;
    expect(textOf(nameless)).to.contain('It has no id');
    expect(nameless.querySelectorAll('button')).to.have.length(0);
    script.emit(
      'task.changed',
      { workItemId: 'fx-1', runtimeEntity: 'work_item', runId: undefined },
      { status: 'open' },
    );
    await drawn();
    expect(findAll(element, '.fix')[0]!.dataset['state']).to.equal('open');
    expect(findAll(element, '[data-control="assign"]'), 'it is one').to.have.length(0);
  });

  it('W26 a person’s verdict goes out once with its reason, and stands when its owner says so', async () => {
    const { script, element, review } = await page();
    review('requested', 'rv-1', { reviewer: 'me', target: ART });
    await drawn();
    await open(element, 'rv-1');
    await write(element, 'The numbers are of last year');
    button(element, 'Request changes').click();
    button(element, 'Request changes').click();
    await drawn();
    expect(script.requests).to.deep.equal([
      {
        kind: 'request_review.decide',
        reviewId: 'rv-1',
        verdict: 'changes_requested',
        reason: 'The numbers are of last year',
      },
    ]);
    expect(button(element, 'Pass').disabled).to.equal(true);
    expect(row(element, 'rv-1').dataset['state']).to.equal('requested');
    review('completed', 'rv-1', { verdict: 'changes_requested' });
    await drawn();
    expect(row(element, 'rv-1').dataset['state']).to.equal('changes_requested');
    expect(findAll(element, '.decide')).to.have.length(0);
  });

  it('M-023 a verdict that was refused says why, and keeps what was written', async () => {
    const { script, element, review } = await page();
    script.receipt = { status: 'rejected', reason: 'you are no reviewer' };
    review('requested', 'rv-1', { reviewer: 'me', target: ART });
    await drawn();
    await open(element, 'rv-1');
    await write(element, 'Fine');
    button(element, 'Pass').click();
    await drawn();
    expect(textOf(find(element, '.trouble'))).to.equal('That did not work: you are no reviewer');
    expect(find<HTMLTextAreaElement>(element, '.decide textarea').value).to.equal('Fine');
    expect(button(element, 'Pass').disabled).to.equal(false);
  });

  it('W10 a review that was asked for stands apart until its owner has it; a refusal can be sent again', async () => {
    const { script, element, review } = await page();
    await drawn();
    void script.session.requestReview('art-7');
    await drawn();
    expect(textOf(find(element, '.request'))).to.equal('art-7 Asking for a review');
    expect(findAll(element, '.review')).to.have.length(0);
    review('requested', 'rv-7', { reviewer: 'rev', target: { kind: 'artifact', id: 'art-7' } });
    await drawn();
    expect(findAll(element, '.request')).to.have.length(0);
    expect(ids(element)).to.deep.equal(['rv-7']);
    script.receipt = { status: 'rejected', reason: 'nobody is free' };
    review('completed', 'rv-7', { verdict: 'failed' });
    await drawn();
    await open(element, 'rv-7');
    button(element, 'Review again').click();
    await drawn();
    expect(textOf(find(element, '.request'))).to.contain('nobody is free');
    script.receipt = { status: 'accepted' };
    button(element, 'Try again').click();
    await drawn();
    expect(script.requests.slice(1)).to.deep.equal([
      { kind: 'request_review', targetId: 'art-7', targetKind: 'artifact', reviewer: 'rev' },
      { kind: 'request_review', targetId: 'art-7', targetKind: 'artifact', reviewer: 'rev' },
    ]);
  });

  it('what the runtime cannot do is not offered; a host can take over', async () => {
    const { script, element, review } = await page(['request_review.decide']);
    review('requested', 'rv-1', { reviewer: 'me', target: ART });
    review('completed', 'rv-2', {
      reviewer: 'rev',
      target: { kind: 'task', id: 'tk' },
      verdict: 'failed',
      requestedFixes: [{ id: 'fx', text: 'x' }],
    });
    await drawn();
    await open(element, 'rv-1');
    await open(element, 'rv-2');
    expect(findAll(element, '[data-control]').map(({ dataset }) => dataset['control'])).to.deep.equal([
      'request_review.decide',
      'request_review.decide',
      'request_review.decide',
    ]);
    element.addEventListener('agent-verdict-request', (event) => {
      expect(event.verdict).to.deep.equal({ reviewId: 'rv-1', verdict: 'passed' });
      event.preventDefault();
    });
    button(element, 'Pass').click();
    await drawn();
    expect(script.requests).to.deep.equal([]);
  });

  it('M-057 what nobody said is unknown', async () => {
    const { element, review } = await page();
    review('requested', 'rv-1', {});
    review('completed', 'rv-2', { reviewer: 'rev', target: ART });
    await drawn();
    expect(textOf(line(element, 'rv-1'))).to.equal('Target unknown Reviewer unknown Requested');
    expect(row(element, 'rv-1').dataset['fallback']).to.equal('unknown');
    expect(textOf(line(element, 'rv-2'))).to.equal('art-1 rev Unknown');
    expect(row(element, 'rv-2').dataset['fallback']).to.equal('unknown');
  });

  it('hundreds of reviews: a page is drawn, passed ones fold, an update touches its own row', async () => {
    const { element, review } = await page();
    for (let n = 0; n < 300; n++) {
      const target = { kind: 'artifact', id: `a-${n}` };
      review('requested', `rv-${n}`, { reviewer: 'rev', target });
      if (n % 3 === 0) review('completed', `rv-${n}`, { verdict: 'passed' });
    }
    await drawn();
    expect(findAll(element, '.review')).to.have.length(50);
    expect(findAll(element, '.fold').map(textOf)).to.deep.equal(['Show 150 more', '100 passed']);
    const touched = new Set<string | undefined>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const near = target instanceof Element ? target : target.parentElement!;
        touched.add(near.closest<HTMLElement>('.review')?.dataset['id']);
      }
    });
    observer.observe(element.shadowRoot!, { subtree: true, characterData: true, attributes: true });
    review('requested', 'rv-1', { reviewer: 'somebody else' });
    await drawn();
    observer.disconnect();
    expect([...touched]).to.deep.equal(['rv-1']);
    line(element, 'rv-1').focus();
    await sendKeys({ press: 'j' });
    expect(element.shadowRoot!.activeElement).to.equal(line(element, 'rv-2'));
  });

  it('known-failure 34 a verdict that asks for the person is told once; what was there before is no news', async () => {
    const { element, review } = await page();
    review('completed', 'old', { reviewer: 'a', target: { kind: 'task', id: 'tk' }, verdict: 'failed' });
    review('requested', 'rv-1', { reviewer: 'b', target: ART });
    await drawn();
    const spoken = () => textOf(find(element, '[aria-live="polite"]'));
    expect(spoken()).to.equal('');
    review('completed', 'rv-1', { verdict: 'changes_requested' });
    await until(() => spoken() !== '');
    expect(spoken()).to.equal('art-1: Changes requested');
  });

  it('known-failure 42 hostile words are words, and nothing else', async () => {
    const { element, review } = await page();
    let hits = 0;
    (window as unknown as { hit: () => void }).hit = () => hits++;
    for (const [i, text] of HOSTILE.slice(0, 60).entries())
      review(
        'completed',
        `h${i}`,
        {
          reviewer: text,
          requestedBy: text,
          target: { kind: text, id: text },
          verdict: text,
          summary: text,
          requestedFixes: [{ id: text, text, assignee: text }, text],
        },
        text,
      );
    await drawn();
    for (const each of findAll(element, '.review > .tool-line')) each.click();
    await drawn();
    expect(findAll(element, '.round').length).to.be.at.least(50);
    expect(findAll(element, 'script, iframe, img, object, embed, form, a, style')).to.have.length(0);
    expect(hits).to.equal(0);
  });

  it('says what fills it while nothing has been reviewed', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.empty'))).to.equal('Reviews and their verdicts appear here.');
    expect(element.matches(':state(empty)')).to.equal(true);
  });

  it('known-failure E is accessible in every look', async () => {
    const { script, element, review, teammate } = await page();
    teammate('ada', 'Ada');
    review('requested', 'rv-1', { reviewer: 'ada', target: ART });
    review('completed', 'rv-2', {
      reviewer: 'rev',
      target: ART,
      verdict: 'changes_requested',
      requestedFixes: [{ id: 'fx-1', text: 'Add tests' }, { text: 'Shorten it' }],
    });
    review('completed', 'rv-3', { reviewer: 'bo', target: ART, verdict: 'passed' }, 'ev-1');
    script.receipt = { status: 'rejected', reason: 'nobody is free' };
    await drawn();
    for (const each of findAll(element, '.review > .tool-line')) each.click();
    void script.session.requestReview('art-9');
    await drawn();
    button(element, 'Assign to…').click();
    await drawn();
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
