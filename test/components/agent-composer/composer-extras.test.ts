import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { AgentSession } from 'oui-elements/agent-ui';
import type { AgentComposer, ComposerItem, UploadOptions } from 'oui-elements/components/agent-composer';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import 'oui-elements/define/agent-composer';
import { inEveryLook } from '../every-look.js';
import { drawn, find, findAll, ScriptedSession, textOf, until } from '../scripted-session.js';

const EVERYTHING: ControlKind[] = [
  'send',
  'queue',
  'queue.edit',
  'queue.remove',
  'queue.promote',
  'steer',
  'steer.cancel',
  'interrupt',
];

let sessions = 0;

async function page(
  properties: Partial<AgentComposer> = {},
  script = new ScriptedSession(`extras-${++sessions}`, EVERYTHING),
) {
  const element = await fixture<AgentComposer>(
    html`<agent-composer lang="en" .session=${script.session}></agent-composer>`,
  );
  Object.assign(element, properties);
  await drawn();
  return { script, element, field: find<HTMLTextAreaElement>(element, '.field') };
}

function write(field: HTMLTextAreaElement, text: string, init: InputEventInit = {}): void {
  field.focus();
  field.value = text;
  field.setSelectionRange(text.length, text.length);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, ...init }));
}

function press(field: HTMLElement, key: string, init: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', {
    key,
    bubbles: true,
    cancelable: true,
    composed: true,
    ...init,
  });
  field.dispatchEvent(event);
  return event.defaultPrevented;
}

const file = (name: string, type = 'text/plain', content = 'x') => new File([content], name, { type });
const chip = (element: Element, name: string) =>
  findAll(element, '.chip').find((found) => textOf(found).includes(name));
const states = (element: Element) => findAll(element, '.chip').map(({ dataset }) => dataset['state']);
const options = (element: Element) => findAll(element, '[role="option"]').map((option) => textOf(option));
const row = (element: Element, id: string) => find(element, `.queue-row[data-id="${id}"]`);

/** An upload that the test ends. */
function uploads() {
  const begun: {
    name: string;
    options: UploadOptions;
    done(id: string): void;
    fail(reason: string): void;
  }[] = [];
  const upload = (sent: File, given: UploadOptions) =>
    new Promise<{ id: string; url: string }>((resolve, reject) =>
      begun.push({
        name: sent.name,
        options: given,
        done: (id) => resolve({ id, url: `https://files.example/${id}` }),
        fail: (reason) => reject(new Error(reason)),
      }),
    );
  return { begun, upload };
}

const FILES: ComposerItem[] = [
  { id: 'f1', label: 'readme.md', kind: 'file', detail: '/readme.md', value: '/readme.md' },
  { id: 'f2', label: 'report.md', kind: 'file' },
];
const mentions = async (query: string) => FILES.filter(({ label }) => label.startsWith(query));

describe('<agent-composer> attachments', () => {
  it('W23 M-028 a file is uploaded with progress, is sent with the message, and nothing is sent before it has arrived', async () => {
    const { begun, upload } = uploads();
    const { script, element, field } = await page({ upload });
    element.attach([file('notes.txt')]);
    write(field, 'read this');
    await drawn();
    expect(states(element)).to.deep.equal(['uploading']);
    begun[0]!.options.progress(0.5);
    await drawn();
    expect(find<HTMLProgressElement>(element, 'progress').value).to.equal(0.5);
    press(field, 'Enter');
    await drawn();
    expect(script.requests).to.deep.equal([]);
    expect(textOf(find(element, '.note'))).to.equal('It can be sent when the files have arrived.');
    begun[0]!.done('file-1');
    await until(() => states(element)[0] === 'ready');
    press(field, 'Enter');
    await drawn();
    const [sent] = script.requests;
    expect(sent).to.deep.include({
      kind: 'send',
      text: 'read this',
      attachments: [
        {
          id: 'file-1',
          name: 'notes.txt',
          mimeType: 'text/plain',
          size: 1,
          url: 'https://files.example/file-1',
        },
      ],
    });
    expect(findAll(element, '.chip')).to.deep.equal([]);
  });

  it('W23 an upload that fails says why, and can be tried again or removed; a removed one is stopped', async () => {
    const { begun, upload } = uploads();
    const { element, field } = await page({ upload });
    element.attach([file('a.txt'), file('b.txt')]);
    await drawn();
    begun[0]!.fail('no room left');
    await until(() => states(element)[0] === 'failed');
    expect(textOf(chip(element, 'a.txt')!)).to.equal('a.txt Upload failed: no room left');
    find(element, '[aria-label="Upload a.txt again"]').click();
    await drawn();
    expect(begun.map(({ name }) => name)).to.deep.equal(['a.txt', 'b.txt', 'a.txt']);
    find(element, '[aria-label="Remove b.txt"]').click();
    await drawn();
    expect(begun[1]!.options.signal.aborted).to.equal(true);
    expect(element.shadowRoot!.activeElement, 'the caret is in the field').to.equal(field);
    begun[1]!.done('late');
    begun[2]!.done('a');
    await until(() => states(element)[0] === 'ready');
    expect(findAll(element, '.chip')).to.have.length(1);
  });

  it('an upload that throws at once, or answers nonsense, fails like any other', async () => {
    const { element } = await page({
      upload: (sent) => {
        if (sent.name === 'a') throw new Error('thrown');
        return Promise.resolve({} as { id: string });
      },
    });
    element.attach([file('a'), file('b')]);
    await until(() => states(element).filter((state) => state === 'failed').length === 2);
    expect(textOf(chip(element, 'a')!)).to.contain('thrown');
    expect(textOf(find(element, '.note'))).to.equal('Some files did not arrive. Try again, or remove them.');
  });

  it('kind, size and number of files have limits, and each refusal says which', async () => {
    const { upload } = uploads();
    const { element } = await page({ upload, accept: '.md, image/*', maxFileSize: 1000, maxFiles: 2 });
    element.attach([
      file('a.md'),
      file('b.exe'),
      file('big.md', '', 'x'.repeat(2000)),
      file('c.png', 'image/png'),
      file('d.MD'),
    ]);
    await drawn();
    expect(states(element)).to.deep.equal(['uploading', 'refused', 'refused', 'uploading', 'refused']);
    expect(textOf(chip(element, 'b.exe')!)).to.equal('b.exe This kind of file is not accepted');
    expect(textOf(chip(element, 'big.md')!)).to.equal('big.md Larger than 1 KB');
    expect(textOf(chip(element, 'd.MD')!)).to.equal('d.MD One message takes 2 files');
  });

  it('files come by paste and drop; text that is pasted stays text, and without an upload nothing is taken', async () => {
    const { upload, begun } = uploads();
    const { element, field } = await page({ upload });
    const give = (type: string, data: DataTransfer) => {
      // Not by the events' own constructors: Firefox gives what is pasted no files.
      const event = new Event(type, { bubbles: true, cancelable: true });
      const name = type === 'paste' ? 'clipboardData' : 'dataTransfer';
      field.dispatchEvent(Object.defineProperty(event, name, { value: data }));
      return event.defaultPrevented;
    };
    const picture = new DataTransfer();
    picture.items.add(file('shot.png', 'image/png'));
    expect(give('paste', picture)).to.equal(true);
    const sheet = new DataTransfer();
    sheet.setData('text/plain', 'a\tb');
    sheet.items.add(file('sheet.png', 'image/png'));
    expect(give('paste', sheet)).to.equal(false);
    expect(give('dragover', picture)).to.equal(true);
    await drawn();
    expect(element.matches(':state(dragging)')).to.equal(true);
    expect(give('drop', picture)).to.equal(true);
    await until(() => begun.length === 2);
    expect(begun.map(({ name }) => name)).to.deep.equal(['shot.png', 'shot.png']);
    expect(element.matches(':state(dragging)')).to.equal(false);
    element.upload = undefined;
    await drawn();
    expect(give('paste', picture)).to.equal(false);
    expect(give('dragover', picture)).to.equal(false);
    expect(element.shadowRoot!.querySelector('.attach')).to.equal(null);
  });

  it('known-failure 42 the name of a file is a text, whatever stands in it', async () => {
    const { upload } = uploads();
    const { element } = await page({ upload });
    const name = '"><img src=x onerror="window.ran=1">.png';
    element.attach([file(name)]);
    await drawn();
    expect(textOf(find(element, '.chip-name'))).to.equal(name);
    expect(element.shadowRoot!.querySelector('img')).to.equal(null);
  });
});

describe('<agent-composer> drafts', () => {
  const modes = [
    { id: 'ask', label: 'Ask first' },
    { id: 'auto', label: 'Do everything', detail: 'Asks for nothing.', risk: 'high' as const },
  ];
  const choose = (element: Element, id: string) => {
    const select = find<HTMLSelectElement>(element, '.mode');
    select.value = id;
    select.dispatchEvent(new Event('change'));
  };

  it('M-028 SF-COMP-5 SF-COMP-7 text, files, context and mode survive a refusal, another session, and a remount', async () => {
    const upload = async (sent: File) => ({ id: sent.name });
    const { script, element, field } = await page({ upload, modes });
    script.receipt = { status: 'rejected', reason: 'the quota is used up' };
    element.attach([file('a.txt')]);
    element.addContext({ id: 'r', label: 'Report' });
    choose(element, 'auto');
    write(field, 'precious words');
    await until(() => states(element).includes('ready') && !states(element).includes('uploading'));
    const isThere = (composer: AgentComposer) => {
      expect(composer.value).to.equal('precious words');
      expect(findAll(composer, '.chip-name').map((found) => textOf(found))).to.deep.equal([
        'Report',
        'a.txt',
      ]);
      expect(find<HTMLSelectElement>(composer, '.mode').value).to.equal('auto');
    };
    press(field, 'Enter');
    await drawn();
    expect(script.requests[0]).to.deep.include({
      text: 'precious words',
      attachments: [{ id: 'a.txt', name: 'a.txt', mimeType: 'text/plain', size: 1, url: undefined }],
      contextRefs: [{ id: 'r', label: 'Report' }],
      mode: 'auto',
    });
    isThere(element);
    expect(textOf(find(element, '.refusal'))).to.contain('the quota is used up');
    const other = new ScriptedSession(`extras-${++sessions}`, EVERYTHING);
    element.session = other.session;
    await drawn();
    expect(element.value).to.equal('');
    expect(findAll(element, '.chip')).to.deep.equal([]);
    element.session = script.session;
    await drawn();
    isThere(element);
    element.remove();
    const again = await page({ upload, modes }, script);
    isThere(again.element);
    const saved = AgentSession.restore(script.session.serialize(), script.adapter);
    const third = await fixture<AgentComposer>(
      html`<agent-composer lang="en" .session=${saved} .modes=${modes}></agent-composer>`,
    );
    await drawn();
    isThere(third);
  });

  it('M-028 a refusal that comes while another session is shown waits in its own', async () => {
    const { script, element, field } = await page();
    let refuse!: (receipt: { status: 'rejected'; reason: string }) => void;
    script.receipt = new Promise((resolve) => (refuse = resolve));
    write(field, 'for one');
    press(field, 'Enter');
    const other = new ScriptedSession(`extras-${++sessions}`, EVERYTHING);
    element.session = other.session;
    await drawn();
    refuse({ status: 'rejected', reason: 'no' });
    await drawn();
    expect(element.value).to.equal('');
    expect(element.shadowRoot!.querySelector('.refusal')).to.equal(null);
    element.session = script.session;
    await drawn();
    expect(element.value).to.equal('for one');
    expect(textOf(find(element, '.refusal'))).to.contain('no');
  });

  it('SF-COMP-5 what was sent elsewhere and refused, such as a starter, comes into the field with its reason', async () => {
    const { script, element, field } = await page();
    script.receipt = { status: 'rejected', reason: 'the quota is used up' };
    await script.session.send({ text: 'a starter' });
    await drawn();
    expect([element.value, field.value]).to.deep.equal(['a starter', 'a starter']);
    expect(findAll(element, '.refusal')).to.have.length(1);
    expect(textOf(find(element, '.refusal'))).to.contain('the quota is used up');
  });

  it('M-028 two composers of one session show one draft, and none wipes the other', async () => {
    const { script, element, field } = await page();
    const second = await page({}, script);
    write(field, 'one thought');
    await drawn();
    script.start();
    await drawn();
    expect(element.value).to.equal('one thought');
    second.element.requestUpdate();
    await drawn();
    expect(second.element.value).to.equal('one thought');
    expect(element.value).to.equal('one thought');
  });

  it('SF-COMP-6 a mode of high risk is told before anything is sent', async () => {
    const { script, element, field } = await page({ modes });
    expect(textOf(find(element, '[part="policy"]'))).to.equal('Permissions: unknown');
    expect(element.shadowRoot!.querySelector('.note')).to.equal(null);
    choose(element, 'auto');
    write(field, 'go');
    await drawn();
    expect(textOf(find(element, '.note'))).to.equal('High risk: Do everything Asks for nothing.');
    expect(script.requests).to.deep.equal([]);
  });

  it('§3.1 a budget is shown when it is told, and never as 0 %', async () => {
    const { script, element } = await page();
    expect(element.shadowRoot!.querySelector('[part="budget"]')).to.equal(null);
    script.emit(
      'context.changed',
      { sessionId: script.session.sessionId, contextId: 'c' },
      { budget: { used: 84000, limit: 200000 }, refs: [{ id: 'w', label: 'Sales' }] },
    );
    await drawn();
    expect(textOf(find(element, '[part="budget"]'))).to.equal('Context: 84K of 200K');
    expect(textOf(chip(element, 'Sales')!)).to.equal('Context Sales');
  });

  it('SF-COMP-1 R10 what is sent stands in the conversation at once, and is reconciled in its place', async () => {
    const { script, field } = await page();
    write(field, 'hello');
    press(field, 'Enter');
    const said = () =>
      script.session
        .view('conversation')
        .get()
        .turns.flatMap(({ parts }) => parts.filter(({ type }) => type === 'user_text'));
    await drawn();
    expect(said().map((part) => ('state' in part ? part.state : ''))).to.deep.equal(['optimistic']);
    script.start('hello');
    await drawn();
    expect(said()).to.have.length(1);
    expect(said()[0]).to.deep.include({ text: 'hello', state: 'complete' });
  });
});

describe('<agent-composer> mentions and commands', () => {
  it('SF-COMP-2 a mention is chosen by keyboard, stands as a chip with a stable label, and goes as context', async () => {
    const { script, element, field } = await page({ mentions });
    field.focus();
    await sendKeys({ type: 'see @re' });
    await until(() => options(element).length === 2);
    expect(field.getAttribute('aria-autocomplete')).to.equal('list');
    const list = element.shadowRoot!.getElementById(field.getAttribute('aria-controls')!)!;
    expect([list.role, list.ariaLabel]).to.deep.equal(['listbox', 'Mentions']);
    const active = () => field.getAttribute('aria-activedescendant');
    expect(element.shadowRoot!.getElementById(active()!)!.getAttribute('aria-selected')).to.equal('true');
    const first = active();
    await sendKeys({ press: 'ArrowDown' });
    await drawn();
    expect(active()).not.to.equal(first);
    await sendKeys({ press: 'ArrowUp' });
    await sendKeys({ press: 'Enter' });
    await drawn();
    expect(field.value).to.equal('see @readme.md ');
    expect(options(element)).to.deep.equal([]);
    expect([field.getAttribute('aria-controls'), active()]).to.deep.equal([null, null]);
    expect(textOf(chip(element, 'readme.md')!)).to.equal('readme.md');
    expect(element.shadowRoot!.activeElement).to.equal(field);
    await sendKeys({ press: 'Enter' });
    await drawn();
    expect(script.requests[0]).to.deep.include({
      text: 'see @readme.md',
      contextRefs: [{ id: 'f1', label: 'readme.md', kind: 'file', value: '/readme.md' }],
    });
  });

  it('N-024 a mention that was not chosen stays visibly unresolved, and is no context', async () => {
    const { script, element, field } = await page({ mentions });
    write(field, 'ask @nobody, or mail me@example.org');
    press(field, 'Escape');
    await drawn();
    expect(findAll(element, '.chip').map((found) => textOf(found))).to.deep.equal([
      '@nobody: not found, sent as plain words',
    ]);
    press(field, 'Enter');
    await drawn();
    expect(script.requests[0]).not.to.have.property('contextRefs');
  });

  it('N-024 a mention whose words are deleted is meant no more; removing its chip removes its words', async () => {
    const { element, field } = await page({ mentions });
    for (const query of ['@re', '@readme.md @rep']) {
      write(field, query);
      await until(() => options(element).length > 0);
      press(field, 'Enter');
      await drawn();
    }
    expect(field.value).to.equal('@readme.md @report.md ');
    write(field, '@report.md ');
    await drawn();
    expect(chip(element, 'readme.md')).to.equal(undefined);
    find(element, '[aria-label="Remove report.md"]').click();
    await drawn();
    expect(field.value).to.equal('');
    expect(findAll(element, '.chip')).to.deep.equal([]);
  });

  it('N-024 while an input method is at work the list stays shut, and keys and focus are its own', async () => {
    let asked = 0;
    const { script, element, field } = await page({ mentions: (query) => (asked++, mentions(query)) });
    write(field, '@re');
    await until(() => options(element).length > 0);
    field.dispatchEvent(new CompositionEvent('compositionstart'));
    await drawn();
    expect(options(element)).to.deep.equal([]);
    const before = asked;
    write(field, '@re\u4f60', { isComposing: true });
    await drawn();
    for (const key of ['Enter', 'ArrowDown', 'Tab', 'Escape']) {
      expect(press(field, key, { isComposing: true }), key).to.equal(false);
    }
    expect(asked).to.equal(before);
    expect(element.shadowRoot!.activeElement).to.equal(field);
    expect(script.requests).to.deep.equal([]);
    field.dispatchEvent(new CompositionEvent('compositionend'));
    await drawn();
    expect(asked).to.equal(before + 1);
  });

  it('in Chinese no space stands before a mention, and the full-width sign is one', async () => {
    const { element, field } = await page({ mentions });
    write(field, '\u8bf7\u770b@re');
    await until(() => options(element).length === 2);
    write(field, '');
    write(field, '\u8bf7\u770b\uff20rep');
    await until(() => options(element).length === 1);
    write(field, 'me@re');
    await drawn();
    expect(options(element)).to.deep.equal([]);
  });

  it('the option in question is in view, however long the list is', async () => {
    const { element, field } = await page({
      mentions: () => Array.from({ length: 60 }, (_, at) => ({ id: `${at}`, label: `file-${at}` })),
    });
    write(field, '@f');
    await until(() => options(element).length === 60);
    press(field, 'ArrowUp');
    await drawn();
    const list = find(element, '.suggestions').getBoundingClientRect();
    const last = find(element, '[aria-selected="true"]');
    expect(textOf(last)).to.equal('file-59');
    expect(last.getBoundingClientRect().bottom).to.be.at.most(list.bottom + 1);
  });

  it('Esc closes the list first, and it stays closed for that word; it does not stop the run', async () => {
    const { script, element, field } = await page({ mentions });
    script.start();
    write(field, '@r');
    await until(() => options(element).length > 0);
    expect(press(field, 'Escape')).to.equal(true);
    write(field, '@re');
    await drawn();
    expect(options(element)).to.deep.equal([]);
    expect(element.shadowRoot!.querySelector('.note')).to.equal(null);
    write(field, '@re and @rep');
    await until(() => options(element).length === 1);
  });

  it('a late answer is not shown, and one that fails says so', async () => {
    const answers: ((items: ComposerItem[]) => void)[] = [];
    const { element, field } = await page({
      mentions: (query) =>
        query === 'bad' ? Promise.reject(new Error('x')) : new Promise((resolve) => answers.push(resolve)),
    });
    write(field, '@r');
    write(field, '@re');
    answers[1]!([FILES[1]!]);
    await until(() => options(element).length > 0);
    answers[0]!(FILES);
    await drawn();
    expect(options(element)).to.deep.equal(['report.md']);
    write(field, '@bad');
    await until(() => element.shadowRoot!.querySelector('.option-none'));
    await until(() => textOf(find(element, '.option-none')) === 'The list could not be loaded');
  });

  it('a command gives its text, its mode, or itself as context', async () => {
    const items: ComposerItem[] = [
      { id: 'fix', label: 'fix', text: 'Fix this: ' },
      { id: 'plan', label: 'plan', mode: 'plan' },
      { id: 'deploy', label: 'deploy' },
    ];
    const { script, element, field } = await page({
      commands: (query) => items.filter(({ label }) => label.startsWith(query)),
      modes: [
        { id: 'act', label: 'Act' },
        { id: 'plan', label: 'Plan' },
      ],
    });
    const run = async (typed: string) => {
      write(field, typed);
      await until(() => options(element).length === 1);
      press(field, 'Tab');
      await drawn();
    };
    await run('/fi');
    expect(field.value).to.equal('Fix this: ');
    await run('/pl');
    expect([field.value, find<HTMLSelectElement>(element, '.mode').value]).to.deep.equal(['', 'plan']);
    await run('/de');
    write(field, 'now');
    press(field, 'Enter');
    await drawn();
    expect(script.requests[0]).to.deep.include({
      text: 'now',
      mode: 'plan',
      contextRefs: [{ id: 'deploy', label: 'deploy', kind: 'command', value: undefined }],
    });
    write(field, 'and/or /fi');
    await drawn();
    expect(options(element), 'only at the beginning').to.deep.equal([]);
  });
});

describe('<agent-composer> queue and steer', () => {
  it('M-025 queue and steer are two labelled buttons and two kinds of row; what Enter does is said, and can be changed', async () => {
    const { script, element, field } = await page();
    script.start();
    script.emit(
      'queue.changed',
      {},
      { queued: [{ id: 'q', preview: 'later' }], steer: [{ id: 's', text: 'now', state: 'pending' }] },
    );
    write(field, 'x');
    await drawn();
    const button = (verb: string) => find<HTMLButtonElement>(element, `[data-verb="${verb}"]`);
    const keys = () => [
      button('queue').getAttribute('aria-keyshortcuts'),
      button('steer').getAttribute('aria-keyshortcuts'),
    ];
    expect(keys()).to.deep.equal(['Enter', 'Control+Enter Meta+Enter']);
    expect([button('queue').title, button('steer').title]).to.deep.equal([
      'Sent when the run has ended',
      'The agent reads it while it works',
    ]);
    expect([row(element, 'q').dataset['kind'], row(element, 's').dataset['kind']]).to.deep.equal([
      'queue',
      'steer',
    ]);
    expect([textOf(row(element, 'q')), textOf(row(element, 's'))]).to.deep.equal([
      'Queued later',
      'Steering now',
    ]);
    element.followUp = 'steer';
    await drawn();
    expect(keys()).to.deep.equal(['Control+Enter Meta+Enter', 'Enter']);
    press(field, 'Enter');
    write(field, 'y');
    press(field, 'Enter', { metaKey: true });
    await drawn();
    expect(script.requests.map(({ kind }) => kind)).to.deep.equal(['steer', 'queue']);
  });

  it('W2 §4.1 what is queued is marked until its owner tells it, and then stands once', async () => {
    const { script, element, field } = await page();
    script.start();
    write(field, 'later');
    press(field, 'Enter');
    await drawn();
    const [sent] = script.requests;
    const clientId = sent?.kind === 'queue' ? sent.clientId : '';
    expect(textOf(row(element, clientId))).to.equal('Queued later Sending…');
    script.emit('queue.changed', {}, { queued: [{ id: clientId, preview: 'later' }] });
    await drawn();
    expect(findAll(element, '.queue-row').map((found) => textOf(found))).to.deep.equal(['Queued later']);
  });

  it('W18 W19 a row says what is on its way, and offers to try again or to let go when it fails', async () => {
    const { script, element } = await page();
    script.start();
    script.emit(
      'queue.changed',
      {},
      {
        queued: [
          { id: 'q1', preview: 'one' },
          { id: 'q2', preview: 'two' },
        ],
        steer: [{ id: 's', text: 'now', state: 'pending' }],
      },
    );
    await drawn();
    find(element, '[data-id="s"] button').click();
    find(element, '[data-id="q2"] [aria-label="Send next"]').click();
    await drawn();
    expect(textOf(row(element, 's'))).to.contain('Changing…');
    expect(find<HTMLButtonElement>(element, '[data-id="s"] button').disabled).to.equal(true);
    script.receipt = { status: 'rejected', reason: 'it has begun' };
    find(element, '[data-id="q1"] [aria-label^="Remove"]').click();
    await drawn();
    expect(textOf(row(element, 'q1'))).to.equal('Queued one Not done: it has begun Try again Dismiss');
    expect(element.shadowRoot!.querySelector('.note'), 'never one error twice').to.equal(null);
    find(element, '[data-id="q1"] button').click();
    await drawn();
    expect(script.requests.map(({ kind }) => kind)).to.deep.equal([
      'steer.cancel',
      'queue.promote',
      'queue.remove',
      'queue.remove',
    ]);
    findAll(element, '[data-id="q1"] button')[1]!.click();
    await drawn();
    expect(textOf(row(element, 'q1'))).to.equal('Queued one');
  });

  it('W3 W18 a queued message can be used to steer, and leaves the queue only when the run has it', async () => {
    const { script, element } = await page();
    script.start();
    script.emit('queue.changed', {}, { queued: [{ id: 'q', preview: 'now please' }] });
    await drawn();
    script.receipt = { status: 'rejected', reason: 'too late' };
    const steer = () => find(element, '[data-id="q"] [aria-label="Steer with it"]').click();
    steer();
    await drawn();
    expect(script.requests.map(({ kind }) => kind)).to.deep.equal(['steer']);
    expect(textOf(row(element, 'q'))).to.equal('Queued now please');
    script.receipt = { status: 'accepted' };
    steer();
    await drawn();
    expect(script.requests.map(({ kind }) => kind)).to.deep.equal(['steer', 'steer', 'queue.remove']);
  });

  it('workbench-ux: arrow up in an empty field edits the last message that waits', async () => {
    const { script, element, field } = await page();
    field.focus();
    expect(press(field, 'ArrowUp')).to.equal(false);
    script.start();
    script.emit('queue.changed', {}, { queued: [{ id: 'q', preview: 'later' }] });
    await drawn();
    expect(press(field, 'ArrowUp')).to.equal(true);
    await drawn();
    expect(element.shadowRoot!.activeElement).to.equal(find(element, '.queue-field'));
  });

  it('known-failure 37 a new object of the same shape keeps text, chips and the open list', async () => {
    const { element, field } = await page({ mentions, modes: [{ id: 'a', label: 'A' }] });
    write(field, 'see @re');
    element.addContext({ id: 'r', label: 'Report' });
    await until(() => options(element).length === 2);
    element.modes = [{ id: 'a', label: 'A' }];
    element.mentions = (query) => mentions(query);
    await drawn();
    expect(field.value).to.equal('see @re');
    expect(options(element)).to.have.length(2);
    expect(chip(element, 'Report')).not.to.equal(undefined);
  });

  it('known-failure 38 a move within the page keeps text, chips and an upload', async () => {
    const { begun, upload } = uploads();
    const { element, field } = await page({ upload });
    write(field, 'text');
    element.attach([file('a.txt')]);
    await drawn();
    element.parentElement!.append(element);
    begun[0]!.done('a');
    await until(() => states(element)[0] === 'ready');
    expect(field.value).to.equal('text');
    expect(begun).to.have.length(1);
  });

  it('a long text makes the field grow up to its limit, and then scrolls', async () => {
    const { element, field } = await page();
    element.style.setProperty('--agent-composer-max', '200px');
    const { height } = field.getBoundingClientRect();
    write(field, 'line\n'.repeat(4));
    await drawn();
    expect(field.getBoundingClientRect().height).to.be.above(height);
    write(field, 'line\n'.repeat(200));
    await drawn();
    expect(field.getBoundingClientRect().height).to.equal(200);
    expect(field.value.length).to.equal(1000);
  });

  it('known-failure E with files, context, modes, rows and an open list it is accessible in every look', async () => {
    const { script, element, field } = await page({
      mentions,
      upload: async (sent) => {
        if (sent.name === 'bad') throw new Error('no');
        return { id: sent.name };
      },
      modes: [{ id: 'a', label: 'A', risk: 'high' }],
    });
    script.start();
    script.emit(
      'queue.changed',
      {},
      { queued: [{ id: 'q', preview: 'x' }], steer: [{ id: 's', text: 'y', state: 'pending' }] },
    );
    script.receipt = { status: 'rejected', reason: 'no' };
    await script.session.removeQueued('q');
    element.attach([file('a.txt'), file('bad')]);
    element.addContext({ id: 'r', label: 'Report' });
    write(field, '@nobody @re');
    await until(() => options(element).length === 2);
    await inEveryLook(element, async () => {
      await expect(element).to.be.accessible();
    });
  });
});
