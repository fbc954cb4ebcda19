import { expect, fixture, html } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import type { AgentWorkBoard } from 'oui-elements/components/agent-work-board';
import type { AgentAssignRequestEvent } from '../../../components/shared/team-request-events.js';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import type { AgentUiEvent } from '../../../src/agent-ui/events/event.js';
import 'oui-elements/define/agent-work-board';
import { scenario } from '../../fixtures/agent-ui/acceptance.js';
import { inEveryLook } from '../every-look.js';
import { HOSTILE } from '../shared/markdown-hostile.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

async function page(controls: readonly ControlKind[] = ['assign']) {
  const script = new ScriptedSession('s', controls);
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-work-board lang="en" .session=${script.session}></agent-work-board>
    </div>`,
  );
  const element: AgentWorkBoard = box.querySelector('agent-work-board')!;
  const item = (workItemId: string, payload: object) =>
    script.emit(
      'task.changed',
      { workItemId, runtimeEntity: 'work_item', runId: undefined, turnId: undefined },
      payload,
    );
  const agent = (agentId: string, agentName: string, payload: object = { status: 'running' }) =>
    script.emit('agent.changed', { agentId, agentName, runId: undefined, turnId: undefined }, payload);
  return { script, element, item, agent };
}

const card = (element: Element, id: string) => find(element, `.card[data-id="${id}"]`);
const line = (element: Element, id: string) => find(element, `[data-id="${id}"] .card-line`);
const columnOf = (element: Element, id: string) =>
  card(element, id).closest<HTMLElement>('.column')!.dataset['id'];
const columns = (element: Element) => findAll(element, '.column').map(({ dataset }) => dataset['id']);

async function open(element: Element, id: string): Promise<void> {
  line(element, id).click();
  await drawn();
}

/** Chooses what the form of an open card offers, and asks for it. */
async function change(element: Element, id: string, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = find<HTMLSelectElement>(element, `[data-id="${id}"] [name="${name}"]`);
    field.value = value;
    field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input'));
    await drawn();
  }
  find(element, `[data-id="${id}"] form button`).click();
  await drawn();
}

function middleOf(element: Element): [number, number] {
  const { left, top, width } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + 14)];
}

/** Carries a card to a column with the mouse. Answers whether the column would take it. */
async function drag(element: Element, id: string, status: string, end: 'drop' | 'escape' = 'drop') {
  const column = find(element, `.column[data-id="${status}"]`);
  await sendMouse({ type: 'move', position: middleOf(line(element, id)) });
  await sendMouse({ type: 'down' });
  await sendMouse({ type: 'move', position: middleOf(column) });
  await drawn();
  const taken = column.hasAttribute('data-over');
  if (end === 'escape') await sendKeys({ press: 'Escape' });
  await sendMouse({ type: 'up' });
  await drawn();
  return taken;
}

describe('<agent-work-board>', () => {
  beforeEach(() => setViewport({ width: 1400, height: 800 }));
  afterEach(() => resetMouse());

  it('AC-17 SF-WB-2 the board as its owner has it: people and agents, results, what is blocked', async () => {
    const { script, element } = await page();
    script.sink.push(scenario('AC-17') as AgentUiEvent[]);
    await drawn();
    expect([columnOf(element, 'wi-1'), columnOf(element, 'wi-2')]).to.deep.equal(['done', 'blocked']);
    expect(textOf(line(element, 'wi-1'))).to.equal('Write spec P pm Person 1 comment 2 results');
    await open(element, 'wi-1');
    const asked: string[] = [];
    element.addEventListener('agent-open-request', ({ kind, id }) => asked.push(`${kind} ${id}`));
    for (const link of findAll(element, '[data-id="wi-1"] .link')) link.click();
    expect(asked).to.deep.equal(['artifact art-1', 'evidence ev-1']);
    expect(textOf(find(element, '.comments'))).to.equal('pm ok');
  });

  it('SF-WB-3 a blocked item says by what, and where that stands', async () => {
    const { element, item } = await page();
    item('a', { title: 'Get a key', status: 'running' });
    item('b', { title: 'Ship', status: 'blocked', blocker: 'a', dependencies: ['a', 'gone'] });
    item('c', { title: 'Wait', status: 'blocked', blocker: { reason: 'No money' } });
    item('d', { title: 'Why', status: 'blocked' });
    await drawn();
    expect(findAll(element, '.blocker').map(textOf)).to.deep.equal([
      'Blocked by Get a key',
      'Blocked by No money',
      'Blocked; nobody said by what',
    ]);
    expect(element.matches(':state(attention)')).to.equal(true);
    await open(element, 'b');
    const depends = findAll(element, '.depends li');
    expect(depends.map(textOf)).to.deep.equal(['Get a key Running', 'gone Unknown']);
    expect(depends[1]!.dataset['fallback']).to.equal('unknown');
    depends[0]!.querySelector('button')!.click();
    await drawn();
    expect(element.shadowRoot!.activeElement, 'goes there').to.equal(line(element, 'a'));
  });

  it('M-057 section 3.12 unassigned is another thing than unknown; what is missing says so', async () => {
    const { element, item } = await page();
    item('a', { title: 'Nobody', status: 'open', assignee: null });
    item('b', { title: 'Not told', status: 'open' });
    item('c', {});
    await drawn();
    expect(textOf(find(element, '[data-id="a"] .who'))).to.equal('Unassigned');
    expect(find(element, '[data-id="a"] .who').dataset['fallback']).to.equal(undefined);
    expect(textOf(find(element, '[data-id="b"] .who'))).to.equal('Assignee unknown');
    expect(find(element, '[data-id="b"] .who').dataset['fallback']).to.equal('unknown');
    expect([card(element, 'c').dataset['fallback'], columnOf(element, 'c')]).to.deep.equal([
      'unknown',
      'unknown',
    ]);
    await open(element, 'c');
    expect(textOf(find(element, '[data-fallback="unavailable"]'))).to.equal('Progress: unavailable');
  });

  it("section 2.3 an owner's other word has a column of its own, as it is", async () => {
    const { element, item } = await page();
    item('a', { title: 'A', status: 'legal_review' });
    item('b', { title: 'B', status: 'constructor' });
    item('c', { title: 'C', status: 'failed' });
    await drawn();
    expect(columns(element)).to.deep.equal([
      'failed',
      'open',
      'claimed',
      'running',
      'blocked',
      'reviewing',
      'legal_review',
      'constructor',
      'done',
    ]);
    expect(textOf(find(element, '[data-id="legal_review"] .column-head'))).to.equal('legal_review 1');
  });

  it('SF-WB-1 AC-17 dragging asks the owner: a pending mark, and the card stays; rejected, a failed mark and another try', async () => {
    const { script, element, item } = await page();
    let answer!: (receipt: { status: 'rejected'; reason: string }) => void;
    script.receipt = new Promise((resolve) => (answer = resolve));
    item('a', { title: 'Ship', status: 'open' });
    await drawn();
    expect(await drag(element, 'a', 'done')).to.equal(true);
    expect(script.requests).to.deep.equal([{ kind: 'assign', workItemId: 'a', status: 'done' }]);
    expect(columnOf(element, 'a'), 'no move sticks before its owner says so').to.equal('open');
    expect(card(element, 'a').dataset['write']).to.equal('submitting');
    expect(textOf(find(element, '.mark'))).to.equal('Done Asked for; its owner has not answered yet');
    expect(card(element, 'a').hasAttribute('data-movable'), 'once').to.equal(false);
    answer({ status: 'rejected', reason: 'not yours' });
    await drawn();
    expect([columnOf(element, 'a'), card(element, 'a').dataset['write']]).to.deep.equal(['open', 'failed']);
    expect(textOf(find(element, '.trouble'))).to.equal('That did not work: not yours');
    script.receipt = { status: 'accepted' };
    find(element, '.again').click();
    await drawn();
    expect(script.requests).to.have.length(2);
    item('a', { status: 'done' });
    await drawn();
    expect(columnOf(element, 'a')).to.equal('done');
    expect(findAll(element, '.mark')).to.have.length(0);
  });

  it('SF-WB-1 a card is let into no column where it is already; Escape lets go of it; a press is no carrying', async () => {
    const { script, element, item } = await page();
    item('a', { title: 'A', status: 'open' });
    item('b', { title: 'B' });
    await drawn();
    expect(await drag(element, 'a', 'open')).to.equal(false);
    expect(await drag(element, 'a', 'unknown'), 'nobody can want that').to.equal(false);
    expect(await drag(element, 'a', 'done', 'escape')).to.equal(true);
    expect(findAll(element, '.ghost, [data-over], [data-carried]')).to.have.length(0);
    expect(line(element, 'a').getAttribute('aria-expanded'), 'no click').to.equal('false');
    await sendMouse({ type: 'click', position: middleOf(line(element, 'a')) });
    await drawn();
    expect(line(element, 'a').getAttribute('aria-expanded')).to.equal('true');
    expect(script.requests).to.deep.equal([]);
  });

  it('W9 M-021 the same by the keyboard: column, assignee and blocker in one request, and the words are kept when it fails', async () => {
    const { script, element, item, agent } = await page();
    agent('ada', 'Ada');
    script.receipt = { status: 'rejected', reason: 'closed' };
    item('a', { title: 'A', status: 'open', assignee: { kind: 'human', id: 'pm', name: 'Grace' } });
    await drawn();
    line(element, 'a').focus();
    await sendKeys({ press: ' ' });
    await drawn();
    const options = findAll<HTMLOptionElement>(element, '[name="assignee"] option').map(textOf);
    expect(options).to.deep.equal(['Ada', 'Grace']);
    await change(element, 'a', { status: 'blocked', assignee: 'ada', blocker: 'No key' });
    expect(script.requests).to.deep.equal([
      { kind: 'assign', workItemId: 'a', status: 'blocked', assignee: 'ada', blocker: 'No key' },
    ]);
    expect(textOf(find(element, '.wanted'))).to.contain('Blocked · Ada · No key');
    expect(find<HTMLInputElement>(element, '[name="blocker"]').value).to.equal('No key');
    expect([columnOf(element, 'a'), textOf(find(element, '.who'))]).to.deep.equal(['open', 'G Grace Person']);
  });

  it('W9 what stays as it is is not asked for', async () => {
    const { script, element, item } = await page();
    item('a', { title: 'A', status: 'open' });
    await drawn();
    await open(element, 'a');
    await change(element, 'a', { status: 'open' });
    expect(script.requests).to.deep.equal([]);
  });

  it('W9 a host may take it over; a runtime that cannot is not asked, and nothing can be dragged', async () => {
    const { script, element, item } = await page();
    item('a', { title: 'A', status: 'open' });
    await drawn();
    element.addEventListener('agent-assign-request', (event: AgentAssignRequestEvent) => {
      expect(event.change).to.deep.equal({ workItemId: 'a', status: 'running' });
      event.preventDefault();
    });
    await drag(element, 'a', 'running');
    expect(script.requests).to.deep.equal([]);
    expect(findAll(element, '.mark'), 'not ours to mark').to.have.length(0);

    const other = await page([]);
    other.item('a', { title: 'A', status: 'open' });
    await drawn();
    await open(other.element, 'a');
    expect(card(other.element, 'a').hasAttribute('data-movable')).to.equal(false);
    expect(findAll(other.element, 'form')).to.have.length(0);
  });

  it('workbench-ux j, k and the arrows go from card to card and column to column; Tab comes to one', async () => {
    const { element, item } = await page();
    for (const id of ['a', 'b', 'c']) item(id, { title: id, status: 'open' });
    item('x', { title: 'x', status: 'running' });
    await drawn();
    const at = () => element.shadowRoot!.activeElement?.closest<HTMLElement>('.card')?.dataset['id'];
    line(element, 'a').focus();
    const walked: (string | undefined)[] = [];
    for (const press of ['j', 'ArrowDown', 'j', 'k', 'ArrowRight', 'ArrowLeft', 'End', 'Home']) {
      await sendKeys({ press });
      await drawn();
      walked.push(at());
    }
    expect(walked).to.deep.equal(['b', 'c', 'c', 'b', 'x', 'a', 'c', 'a']);
    expect(findAll(element, '.card-line[tabindex="0"]')).to.have.length(1);
    element.parentElement!.dir = 'rtl';
    await sendKeys({ press: 'ArrowLeft' });
    await drawn();
    expect(at(), 'to the left is onwards here').to.equal('x');
    element.parentElement!.dir = 'ltr';
  });

  it('N-028 a card that its owner moves keeps the focus', async () => {
    const { element, item } = await page();
    item('a', { title: 'A', status: 'open' });
    await drawn();
    line(element, 'a').focus();
    item('a', { status: 'running' });
    await drawn();
    expect(columnOf(element, 'a')).to.equal('running');
    expect(element.shadowRoot!.activeElement).to.equal(line(element, 'a'));
  });

  it('in a narrow place one column is seen at a time, and another is one press away', async () => {
    await setViewport({ width: 390, height: 700 });
    const { element, item } = await page();
    item('a', { title: 'A', status: 'running' });
    item('b', { title: 'B', status: 'done' });
    await drawn();
    const seen = () =>
      findAll(element, '.column')
        .filter((column) => column.checkVisibility())
        .map(({ dataset }) => dataset['id']);
    expect(seen(), 'the first with something in it').to.deep.equal(['running']);
    find(element, '.choice [data-column="done"]').click();
    await drawn();
    expect(seen()).to.deep.equal(['done']);
    expect(document.documentElement.scrollWidth).to.be.at.most(390);
  });

  it('finds items by their words and by whose they are', async () => {
    const { element, item, agent } = await page();
    agent('ada', 'Ada');
    item('a', { title: 'Write the guide', status: 'open', assignee: 'ada' });
    item('b', { title: 'Ship', status: 'open', assignee: null });
    await drawn();
    const cards = () => findAll(element, '.card').map(({ dataset }) => dataset['id']);
    const search = find<HTMLInputElement>(element, '[type="search"]');
    search.value = 'GUIDE';
    search.dispatchEvent(new Event('input'));
    await drawn();
    expect(cards()).to.deep.equal(['a']);
    expect(textOf(find(element, '.found'))).to.equal('1 item');
    search.value = '';
    search.dispatchEvent(new Event('input'));
    const whose = find<HTMLSelectElement>(element, '.filters select');
    for (const [value, found] of [
      ['+ada', ['a']],
      ['unassigned', ['b']],
      ['', ['a', 'b']],
    ] as const) {
      whose.value = value;
      whose.dispatchEvent(new Event('change'));
      await drawn();
      expect(cards()).to.deep.equal(found);
    }
  });

  it('what is sought does not hide what an item depends on from whoever goes there', async () => {
    const { element, item } = await page();
    item('a', { title: 'Get a key', status: 'running' });
    item('b', { title: 'Ship', status: 'blocked', dependencies: ['a'] });
    await drawn();
    await open(element, 'b');
    const search = find<HTMLInputElement>(element, '[type="search"]');
    search.value = 'ship';
    search.dispatchEvent(new Event('input'));
    await drawn();
    find(element, '.depends button').click();
    await drawn();
    expect(element.shadowRoot!.activeElement).to.equal(line(element, 'a'));
    expect(search.value).to.equal('');
  });

  it('2,000 items: a page of each column is drawn, more when somebody comes to its end, and an update touches one card', async () => {
    const { script, element } = await page();
    const states = ['open', 'running', 'done', 'blocked'];
    script.sink.push(
      Array.from(
        { length: 2000 },
        (_, i) =>
          ({
            type: 'task.changed',
            sequence: i + 1,
            workItemId: `w${i}`,
            runtimeEntity: 'work_item',
            payload: { title: `Item ${i}`, status: states[i % 4] },
          }) as AgentUiEvent,
      ),
    );
    await drawn();
    const own = (status: string) => findAll(element, `.column[data-id="${status}"] .card`);
    // What is in sight fills up by itself, a few cards a frame.
    let first = 0;
    while (first < own('open').length) {
      first = own('open').length;
      await drawn();
      await drawn();
    }
    expect(first, 'as many as can be seen').to.be.within(8, 32);
    const others = own('running').length;
    expect(textOf(find(element, '[data-id="open"] .number'))).to.equal('500');
    find(element, '.more[data-column="open"]').scrollIntoView();
    await until(() => own('open').length > first);
    expect(own('running'), 'nobody came to its end').to.have.length(others);
    find(element, '.cards').scrollTop = 0;
    const touched = new Set<string | undefined>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records)
        touched.add(
          (target instanceof Element ? target : target.parentElement!).closest<HTMLElement>('.card')?.dataset[
            'id'
          ],
        );
    });
    await drawn();
    observer.observe(element.shadowRoot!, { subtree: true, childList: true, characterData: true });
    script.emit(
      'task.changed',
      { workItemId: 'w0', sequence: 3000, runId: undefined },
      { title: 'Another title' },
    );
    await drawn();
    observer.disconnect();
    expect([...touched]).to.deep.equal(['w0']);
  });

  it('M-062 known-failure 42 whatever it is called, it is text', async () => {
    const { script, element, item } = await page();
    for (const text of HOSTILE.slice(0, 40))
      item(`id ${text}`, {
        title: text,
        status: text,
        assignee: { kind: text, id: text, name: text },
        blocker: text,
        priority: text,
        comments: [text, { by: text, text }],
        artifactRefs: [text],
        dependencies: [text],
      });
    await drawn();
    for (const each of findAll(element, '.card-line').slice(0, 20)) each.click();
    await drawn();
    expect(findAll(element, 'img, script, iframe, a, [onerror], [onclick]')).to.have.length(0);
    expect(script.requests).to.deep.equal([]);
  });

  it('without items it says what fills it', async () => {
    const { element } = await page();
    expect(textOf(find(element, '.empty'))).to.equal('Work items of people and agents appear here.');
    expect(element.matches(':state(empty)')).to.equal(true);
  });

  it('known-failure E no violation in any look, open and closed, asked and refused', async () => {
    const { script, element, item, agent } = await page();
    agent('ada', 'Ada');
    script.receipt = { status: 'rejected', reason: 'closed' };
    item('a', {
      title: 'A',
      status: 'blocked',
      blocker: 'b',
      assignee: 'ada',
      comments: [{ by: 'x', text: 'y' }],
    });
    item('b', { title: 'B', status: 'open', priority: 'high', progress: 40, artifactRefs: ['r'] });
    item('c', { title: 'C', status: 'odd' });
    await drawn();
    await open(element, 'a');
    await drag(element, 'b', 'done');
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
