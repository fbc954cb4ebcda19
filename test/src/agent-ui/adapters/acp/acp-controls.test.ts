import { expect } from 'chai';
import { AcpDriver, chunk, OPTIONS, textContent, toolCall, toolUpdate, type Json } from './acp-driver.js';

const outcome = ({ facts }: AcpDriver) => facts.runs.at(-1)?.['outcome'];
const approval = ({ facts }: AcpDriver) => facts.approvals.at(-1)!;
const permission = (id: number, toolCallId = 't', options = OPTIONS) =>
  [
    id,
    'session/request_permission',
    { toolCall: { toolCallId, title: 'Edit', rawInput: { a: 1 } }, options },
  ] as const;

describe('ACP: what a person asks for', () => {
  let driver: AcpDriver;

  beforeEach(async () => {
    driver = await AcpDriver.connect();
  });

  afterEach(() => driver.session.close());

  it('ACP table: capabilities are what the protocol can do, and no more', () => {
    expect(driver.session.capabilities.controls).to.deep.equal({
      send: 'native',
      interrupt: 'native',
      respond: 'native',
      queue: 'emulated',
      'queue.edit': 'emulated',
      'queue.remove': 'emulated',
      'queue.promote': 'emulated',
      'edit.policy': 'native',
    });
    expect(driver.asked('initialize')[0]!['params']).to.deep.include({ protocolVersion: 1 });
  });

  it('M-021 the receipt comes with the first sign that the agent has the prompt, and the effect is a fact', async () => {
    const receipt = driver.session.send({ text: 'go', clientId: 'c' });
    await driver.settle();
    expect(driver.facts.runs).to.deep.equal([]);
    expect(driver.facts.messages[0]).to.deep.include({ origin: 'optimistic', text: 'go' });
    await driver.update(chunk('a'));
    expect(await receipt).to.deep.equal({ status: 'accepted' });
    expect(driver.facts.messages[0]).to.deep.include({ role: 'user', clientId: 'c' });
    expect(driver.facts.messages[0]).to.not.have.property('origin');
  });

  it('M-021 an agent that thinks in silence has the prompt after a moment', async () => {
    const receipt = driver.session.send({ text: 'go' });
    await driver.settle();
    await driver.runtime.advance(1_000);
    expect((await receipt).status).to.equal('accepted');
    expect(driver.facts.runs[0]!['stage']).to.equal('accepted');
  });

  it('W1 a prompt that is refused is a refusal, and what was said stays', async () => {
    const receipt = driver.session.send({ text: 'go', clientId: 'c' });
    await driver.settle();
    await driver.refuse('session/prompt', {
      code: -32603,
      message: 'Out of credit',
      data: { details: 'top up' },
    });
    expect(await receipt).to.deep.equal({ status: 'rejected', reason: 'Out of credit: top up' });
    expect(driver.facts.runs[0]).to.deep.include({ outcome: 'failed' });
    expect((driver.facts.runs[0]!['error'] as Json)['code']).to.equal('rpc_-32603');
  });

  it('W1 one prompt at a time; the same request twice is one request', async () => {
    await driver.prompt('one', 'c');
    void driver.session.send({ text: 'one', clientId: 'c' });
    const other = await driver.session.send({ text: 'two', clientId: 'd' });
    expect(other.status).to.equal('rejected');
    expect(driver.asked('session/prompt')).to.have.length(1);
  });

  it('W1 what goes with the words: links, and texts as the agent can take them', async () => {
    const extras = {
      attachments: [
        { id: 'f', name: 'f.pdf', mimeType: 'application/pdf', size: 3, url: 'https://x.example/f' },
      ],
      contextRefs: [
        { id: 'r', label: 'Selection', value: 'some words' },
        { id: 'u', label: 'Page', value: 'https://x.example/' },
      ],
    };
    void driver.session.send({ text: 'see', ...extras });
    await driver.settle();
    expect((driver.asked('session/prompt')[0]!['params'] as Json)['prompt']).to.deep.equal([
      { type: 'text', text: 'see' },
      {
        type: 'resource_link',
        uri: 'https://x.example/f',
        name: 'f.pdf',
        mimeType: 'application/pdf',
        size: 3,
      },
      {
        type: 'resource',
        resource: { uri: 'context:r', text: 'Selection\nsome words', mimeType: 'text/plain' },
      },
      { type: 'resource_link', uri: 'https://x.example/', name: 'Page' },
    ]);
  });

  for (const [stopReason, expected] of [
    ['end_turn', 'success'],
    ['cancelled', 'cancelled'],
    ['max_tokens', 'failed'],
    ['max_turn_requests', 'failed'],
    ['refusal', 'failed'],
    ['of_the_future', 'unknown'],
  ] as const) {
    it(`known-failure: truncation is never success: ${stopReason} is ${expected}`, async () => {
      await driver.prompt();
      await driver.update(chunk('Half a'));
      await driver.end(stopReason);
      expect(outcome(driver)).to.equal(expected);
      expect(driver.facts.messages.at(-1)!['text']).to.equal('Half a');
    });
  }

  it('W2 what is queued goes when the turn is over, one for each turn', async () => {
    await driver.prompt('one', '1');
    await driver.update(chunk('a'));
    await driver.session.queue({ text: 'two', clientId: '2' });
    await driver.session.queue({ text: 'three', clientId: '3' });
    expect(driver.facts.queue.map(({ preview }) => preview)).to.deep.equal(['two', 'three']);
    await driver.end();
    expect(driver.asked('session/prompt')).to.have.length(2);
    expect(driver.facts.queue.map(({ preview }) => preview)).to.deep.equal(['three']);
    await driver.end();
    expect(driver.asked('session/prompt')).to.have.length(3);
  });

  it('W4 interrupt: the agent ends its turn; what it asked is answered as cancelled; open calls are over', async () => {
    await driver.prompt();
    await driver.update(toolCall('t'));
    await driver.request(9, ...(permission(9).slice(1) as [string, Json]));
    expect((await driver.session.interrupt()).status).to.equal('accepted');
    expect(driver.asked('session/cancel')[0]).to.not.have.property('id');
    expect(driver.answered(9)!['result']).to.deep.equal({ outcome: { outcome: 'cancelled' } });
    expect(outcome(driver)).to.equal(undefined);
    await driver.update(chunk('Stopping.'));
    await driver.end('cancelled');
    expect(outcome(driver)).to.equal('cancelled');
    expect(driver.facts.tools[0]!['state']).to.equal('cancelled');
    expect(approval(driver)['state']).to.equal('cancelled');
    expect((await driver.session.interrupt()).status).to.equal('rejected');
  });

  it('ACP trap: an agent that answers a stopped prompt with an error was stopped, and has not failed', async () => {
    await driver.prompt();
    await driver.update(toolCall('t', { status: 'in_progress' }));
    await driver.session.interrupt();
    await driver.refuse('session/prompt', { code: -32800, message: 'Request cancelled' });
    expect(outcome(driver)).to.equal('cancelled');
    expect(driver.facts.tools[0]!['state']).to.equal('cancelled');
  });

  describe('permissions', () => {
    beforeEach(async () => {
      await driver.prompt();
      await driver.update(toolCall('t'));
      await driver.request(...permission(0));
    });

    it('ACP table: the agent’s own options are shown, with what it is about', () => {
      expect(approval(driver)).to.deep.include({
        actionId: 't:permission',
        actionType: 'tool_approval',
        title: 'Edit',
        toolCallId: 't',
        input: { a: 1 },
        decisions: ['allow_once', 'allow_always', 'reject_once'],
        state: 'pending',
      });
      expect(driver.facts.runs[0]!['stage']).to.equal('action_required');
      expect(driver.facts.tools[0]!['state']).to.equal('awaiting-approval');
    });

    for (const [decision, optionId, told] of [
      ['allow_once', 'once', 'approved'],
      ['approve', 'once', 'approved'],
      ['allow_always', 'always', 'approved'],
      ['reject', 'no', 'rejected'],
      ['no', 'no', 'rejected'],
    ]) {
      it(`ACP trap: the reply is the resolution, and nobody confirms it: ${decision}`, async () => {
        expect((await driver.session.respond('t:permission', decision!)).status).to.equal('accepted');
        expect(driver.answered(0)!['result']).to.deep.equal({ outcome: { outcome: 'selected', optionId } });
        expect(approval(driver)).to.deep.include({
          decision: told,
          resolvedBy: 'user',
          auditSummary: 'confirmed by: none',
        });
        const again = await driver.session.respond('t:permission', 'approve');
        expect(again.status).to.equal('rejected');
      });
    }

    it('ACP table: a call that fails after a no was declined, and is no error', async () => {
      await driver.session.respond('t:permission', 'reject_once', { reason: 'not now' });
      await driver.update(toolUpdate('t', { status: 'failed' }));
      expect(driver.facts.tools[0]).to.deep.include({ declined: true });
      expect(approval(driver)['reason']).to.equal('not now');
    });

    it('ACP trap: a call that is asked about twice has two questions', async () => {
      await driver.session.respond('t:permission', 'approve');
      await driver.request(...permission(1));
      expect(driver.facts.approvals.map(({ actionId, state }) => [actionId, state])).to.deep.equal([
        ['t:permission', 'resolved'],
        ['t:permission:2', 'pending'],
      ]);
    });

    it('ACP trap: the same request again is asked once; one that is taken back is over', async () => {
      await driver.request(...permission(0));
      expect(driver.facts.approvals).to.have.length(1);
      driver.socket.say({ method: '$/cancel_request', params: { requestId: 0 } });
      await driver.settle();
      expect(approval(driver)['state']).to.equal('cancelled');
      expect((driver.answered(0)!['error'] as Json)['code']).to.equal(-32800);
    });

    it('ACP trap: two options of one kind can both be chosen', async () => {
      const two = [...OPTIONS, { optionId: 'other', name: 'Allow in /tmp', kind: 'allow_once' }];
      await driver.request(...permission(5, 'u', two));
      expect(approval(driver)['decisions']).to.deep.equal([
        'allow_once',
        'allow_always',
        'reject_once',
        'other',
      ]);
      await driver.session.respond('u:permission', 'other');
      expect(driver.answered(5)!['result']).to.deep.equal({
        outcome: { outcome: 'selected', optionId: 'other' },
      });
    });
  });

  describe('elicitation', () => {
    const form = {
      mode: 'form',
      message: 'Which branch?',
      requestedSchema: { type: 'object', properties: { branch: { type: 'string' } } },
    };

    beforeEach(() => driver.prompt());

    it('ACP table: a form is a structured question, and its answer is the reply', async () => {
      await driver.request('e1', 'elicitation/create', form);
      expect(approval(driver)).to.deep.include({
        actionType: 'structured_input',
        title: 'Which branch?',
        schema: form.requestedSchema,
        decisions: ['answer', 'reject', 'cancel'],
      });
      await driver.session.respond(String(approval(driver)['actionId']), 'answer', { branch: 'main' });
      expect(driver.answered('e1')!['result']).to.deep.equal({
        action: 'accept',
        content: { branch: 'main' },
      });
      expect(approval(driver)['state']).to.equal('resolved');
    });

    it('ACP table: no, and no answer at all', async () => {
      await driver.request('e1', 'elicitation/create', form);
      await driver.session.respond(String(approval(driver)['actionId']), 'reject');
      expect(driver.answered('e1')!['result']).to.deep.equal({ action: 'decline' });
      await driver.request('e2', 'elicitation/create', form);
      await driver.session.respond(String(approval(driver)['actionId']), 'cancel');
      expect(driver.answered('e2')!['result']).to.deep.equal({ action: 'cancel' });
      expect(driver.facts.approvals.map(({ state }) => state)).to.deep.equal(['resolved', 'cancelled']);
    });

    it('ACP table: an address is opened by the person, and over when the agent says so', async () => {
      const url = 'https://login.example/';
      await driver.request('e3', 'elicitation/create', {
        mode: 'url',
        message: 'Sign in',
        url,
        elicitationId: 'el',
      });
      expect(approval(driver)).to.deep.include({
        actionId: 'el',
        actionType: 'credential_request',
        input: { url },
      });
      await driver.session.respond('el', 'accept');
      expect(driver.answered('e3')!['result']).to.deep.equal({ action: 'accept' });
      expect(approval(driver)['state']).to.equal('pending');
      driver.socket.say({ method: 'elicitation/complete', params: { elicitationId: 'el' } });
      await driver.settle();
      expect(approval(driver)).to.deep.include({ state: 'resolved', decision: 'approved' });
    });

    it('known-failure 24: what is asked in an unknown way is not left without an answer', async () => {
      await driver.request('e4', 'elicitation/create', { mode: 'voice', message: 'Speak' });
      expect(driver.answered('e4')!['result']).to.deep.equal({ action: 'cancel' });
      await driver.request('f', 'fs/read_text_file', { path: '/etc/passwd' });
      expect((driver.answered('f')!['error'] as Json)['code']).to.equal(-32601);
      expect(driver.codes).to.have.members(['acp.unmapped', 'acp.unknown_request']);
    });
  });

  it('ACP table: the mode that a person chose is set before the prompt goes; a policy when it is asked for', async () => {
    void driver.session.send({ text: 'go', mode: 'code' });
    await driver.settle();
    expect(driver.asked('session/prompt')).to.have.length(0);
    expect(driver.asked('session/set_mode')[0]!['params']).to.deep.equal({
      sessionId: 'sess-1',
      modeId: 'code',
    });
    await driver.reply('session/set_mode', {});
    expect(driver.facts.permissions[0]!['mode']).to.equal('code');
    expect(driver.asked('session/prompt')).to.have.length(1);
    await driver.end();
    const change = driver.session.ask({ kind: 'edit.policy', agentId: 'any', change: { mode: 'ask' } });
    await driver.settle();
    await driver.reply('session/set_mode', {});
    expect((await change).status).to.equal('accepted');
    expect(driver.facts.permissions[0]!['mode']).to.equal('ask');
    const unknown = await driver.session.ask({
      kind: 'edit.policy',
      agentId: 'any',
      change: { mode: 'root' },
    });
    expect(unknown.status).to.equal('rejected');
  });

  it('ACP table: what the protocol has no word for is not taken', async () => {
    await driver.prompt();
    for (const request of [
      { kind: 'steer', clientId: 'x', text: 'x' },
      { kind: 'rollback', messageId: 'm' },
    ] as const)
      expect((await driver.session.ask(request)).status).to.not.equal('accepted');
  });

  it('known-failure: late facts after the end of a turn are applied', async () => {
    await driver.prompt();
    await driver.update(toolCall('t', { status: 'in_progress' }));
    await driver.end();
    await driver.update(toolUpdate('t', { status: 'completed', content: [textContent('at last')] }));
    expect(driver.facts.tools[0]).to.deep.include({ state: 'output-available', output: 'at last' });
  });
});
