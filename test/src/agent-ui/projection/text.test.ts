import { expect } from 'chai';
import fc from 'fast-check';
import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';
import { scenario } from '../../../fixtures/agent-ui/acceptance.js';
import { answerOf, factsOf, fed, partsOf } from './session-driver.js';

const delta = (sequence: number, text: string, more: object = {}): AgentUiEvent => ({
  type: 'text.delta',
  sessionId: 's',
  turnId: 'turn-1',
  messageId: 'm-1',
  sequence,
  payload: { delta: text },
  ...more,
});
const final = (sequence: number, text: string): AgentUiEvent => ({
  type: 'text.final',
  sessionId: 's',
  turnId: 'turn-1',
  messageId: 'm-1',
  sequence,
  payload: { text },
});

describe('text and reasoning', () => {
  it('AC-02 keeps reasoning out of the answer, and gives it the title of its complete summary', () => {
    const events = scenario('AC-02');
    const session = fed(events.slice(0, 3));
    expect(partsOf(session)).to.deep.include({
      partId: 'r-1',
      type: 'reasoning_detail',
      text: '<think>compare options',
    });
    session.dispatch(events.slice(3));
    expect(answerOf(session)).to.equal('Use option B.');
    const reasoning = session.view('conversation').get().turns[0].parts[0];
    expect(reasoning).to.include({ type: 'reasoning_summary', title: 'Compared A and B', state: 'archived' });
  });

  it('AC-02 a snapshot with the same message changes neither the answer nor the process', () => {
    const session = fed(scenario('AC-02'));
    const before = factsOf(session);
    session.dispatch({
      type: 'messages.snapshot',
      sessionId: 'ses-1',
      threadId: 'thr-1',
      payload: { messages: [{ id: 'm-1', role: 'assistant', text: 'Use option B.' }] },
    });
    expect(factsOf(session).messages).to.deep.equal(before.messages);
    expect(factsOf(session).turns).to.deep.equal(before.turns);
  });

  it('AC-03 shows parts in the order of events, and a result moves no row', () => {
    const events = scenario('AC-03');
    const session = fed(events);
    expect(partsOf(session).map((part) => part.partId)).to.deep.equal(['r-1', 'tc-1', 't-1', 'r-2', 't-2']);
    expect(answerOf(session)).to.equal('The log shows a missing file.');
    const shuffled = fed([7, 4, 2, 1, 3, 6, 5, 8].map((line) => events[line - 1]));
    expect(factsOf(shuffled).turns).to.deep.equal(factsOf(session).turns);
    expect(factsOf(shuffled).tools).to.deep.equal(factsOf(session).tools);
  });

  it('AC-04 (a) an equal final text changes nothing', () => {
    const session = fed([delta(1, 'Hello '), delta(2, 'world'), final(3, 'Hello world')]);
    expect(partsOf(session)).to.have.lengthOf(1);
    expect(partsOf(session)[0]).to.include({ text: 'Hello world', reconciled: 'match' });
  });

  it('AC-04 (b) a longer final text extends the last segment', () => {
    const session = fed([
      delta(1, 'Hello ', { partId: 't-1' }),
      delta(2, 'world', { partId: 't-2' }),
      final(3, 'Hello world!'),
    ]);
    expect(partsOf(session).map((part) => part.text)).to.deep.equal(['Hello ', 'world!']);
    expect(partsOf(session)[1].reconciled).to.equal('extended');
  });

  it('AC-04 (c, d) a different final text wins once, in place, and a late duplicate is ignored', () => {
    const session = fed(scenario('AC-04'));
    expect(answerOf(session)).to.equal('Hello there');
    expect(partsOf(session).map((part) => [part.partId, part.text])).to.deep.equal([
      ['t-1', 'Hello '],
      ['tc-1', ''],
      ['t-2', 'there'],
    ]);
    expect(partsOf(session)[2].reconciled).to.equal('replaced');
  });

  it('R4 text without a part id goes on in its open segment and opens another after something else', () => {
    const tool: AgentUiEvent = {
      type: 'tool.started',
      sessionId: 's',
      turnId: 'turn-1',
      toolCallId: 'tc-1',
      sequence: 3,
      payload: { name: 'x' },
    };
    const events = [delta(1, 'a'), delta(2, 'b'), tool, delta(4, 'c'), delta(5, 'd')];
    const ordered = fed(events);
    expect(partsOf(ordered).map((part) => part.text)).to.deep.equal(['ab', '', 'cd']);
    expect(answerOf(ordered)).to.equal('abcd');
    const late = fed([events[4], events[3], events[0], events[2], events[1]]);
    expect(partsOf(late)).to.deep.equal(partsOf(ordered));
  });

  it('M-061 any order within the look-back, with any duplicates, gives the same facts', () => {
    const events = [
      ...scenario('AC-03'),
      ...scenario('AC-06').map((event) => ({ ...event, sequence: event.sequence! + 8 })),
    ];
    const expected = factsOf(fed(events));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(events, { minLength: events.length }),
        fc.array(fc.nat(events.length - 1), { maxLength: 5 }),
        (shuffled, again) => {
          const session = fed([...shuffled, ...again.map((index) => shuffled[index])]);
          const facts = factsOf(session);
          expect(facts.turns).to.deep.equal(expected.turns);
          expect(facts.approvals).to.deep.equal(expected.approvals);
          expect(facts.messages).to.deep.equal(expected.messages);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('known-failure 15 deltas followed by a snapshot, or fed twice, give the text once', () => {
    const events = [delta(1, 'Hi '), delta(2, 'there'), final(3, 'Hi there')];
    const snapshot: AgentUiEvent = {
      type: 'messages.snapshot',
      sessionId: 's',
      sequence: 4,
      payload: { messages: [{ id: 'm-1', role: 'assistant', text: 'Hi there' }] },
    };
    const session = fed([...events, ...events, snapshot, snapshot]);
    expect(session.snapshot().messages).to.have.lengthOf(1);
    expect(answerOf(session)).to.equal('Hi there');
  });

  it('known-failure 17 a replay of the whole stream changes nothing', () => {
    const events = Array.from({ length: 1000 }, (_, i) => delta(i + 1, `${i} `));
    const session = fed(events);
    const before = session.snapshot();
    session.dispatch(events);
    expect({ ...session.snapshot(), diagnostics: [] }).to.deep.equal({ ...before, diagnostics: [] });
  });

  it('M-013 no other family can change the answer', () => {
    const session = fed([delta(1, 'Only this')]);
    session.dispatch([
      {
        type: 'tool.result',
        sessionId: 's',
        turnId: 'turn-1',
        toolCallId: 't',
        messageId: 'm-1',
        surface: 'conversation',
        payload: { outputPreview: 'X' },
      },
      {
        type: 'worker.notification',
        sessionId: 's',
        messageId: 'm-1',
        payload: { role: 'user', summary: 'X' },
      },
      {
        type: 'reasoning.delta',
        sessionId: 's',
        turnId: 'turn-1',
        messageId: 'm-1',
        payload: { delta: 'X' },
      },
      { type: 'diagnostic.changed', sessionId: 's', messageId: 'm-1', payload: { message: 'X', code: 'c' } },
    ]);
    expect(answerOf(session)).to.equal('Only this');
  });

  it('§2.2 text without a message id is kept under one that is made', () => {
    const session = new AgentSession();
    session.dispatch({ type: 'text.delta', runId: 'r', payload: { delta: 'kept' } });
    expect(session.snapshot().messages[0]).to.include({ text: 'kept' });
    expect(session.snapshot().diagnostics.map((note) => note['code'])).to.include('text.message_missing');
  });
});
