import { expect } from 'chai';
import fc from 'fast-check';
import { EVENT_TYPES } from 'oui-elements/agent-ui';
import { classifyEvent } from '../../../../src/agent-ui/events/classify-event.js';
import { ENUMS } from '../../../../src/agent-ui/events/enums.js';
import { ruleOf } from '../../../../src/agent-ui/events/event-rules.js';
import { eventSchema } from '../../../../src/agent-ui/events/event-schema.js';
import { normalizeEvent } from '../../../../src/agent-ui/events/normalize-event.js';
import { validateEvent } from '../../../../src/agent-ui/events/validate-event.js';
import { SCENARIOS, scenario } from '../../../fixtures/agent-ui/acceptance.js';
import { CONTEXT, one } from '../../../fixtures/agent-ui/one-of-each.js';
import { hostile } from '../../../fixtures/agent-ui/random-events.js';
import { cases } from '../../../cases.js';

const codes = (event: unknown, mode?: 'open' | 'strict') =>
  validateEvent(event, mode).map(({ code, path }) => `${code} ${path}`);
const errors = (event: unknown, mode?: 'open' | 'strict') =>
  validateEvent(event, mode).filter(({ level }) => level === 'error');

describe('the normaliser', () => {
  it('M-002 payload keys at the top, and ids in the payload, end where reducers read them', () => {
    expect(normalizeEvent({ type: 'text.delta', delta: 'x', messageId: 'm' })).to.deep.include({
      messageId: 'm',
      payload: { delta: 'x' },
    });
    expect(
      normalizeEvent({ type: 'tool.result', payload: { toolCallId: 't', agentName: 'Ada' } }),
    ).to.include({
      toolCallId: 't',
      agentName: 'Ada',
    });
    expect(normalizeEvent({ type: 'text.delta', payload: 'bare' })).to.deep.include({
      payload: { delta: 'bare' },
    });
    expect(normalizeEvent({ type: 'agent.changed', subagentId: 's' })).to.include({ agentId: 's' });
    expect(normalizeEvent({ type: 'tool.args', toolCallId: 7 })).to.include({ toolCallId: '7' });
  });

  it('M-003 a well-formed event is taken as it is, without a copy', () => {
    const event = one('tool.result', { sequence: 3 });
    expect(normalizeEvent(event)).to.equal(event);
  });

  it('R12 no id may reach a prototype, wherever it stands', () => {
    for (const id of ['__proto__', 'constructor', 'prototype']) {
      expect(normalizeEvent({ type: 'tool.args', toolCallId: id })).to.be.a('string');
      expect(normalizeEvent({ type: 'tool.args', payload: { toolCallId: id } })).to.be.a('string');
    }
    const polluted = normalizeEvent(JSON.parse('{"type":"text.delta","__proto__":{"x":1},"delta":"a"}'));
    expect(polluted).to.deep.include({ payload: { delta: 'a' } });
  });

  it('N-029 words in a payload stay words: a scope, an owner or a phase in it classifies nothing', () => {
    const event = normalizeEvent({
      type: 'action.required',
      actionId: 'a',
      payload: { scope: { path: 'x' }, owner: 'policy' },
    });
    expect(event).to.not.have.any.keys('scope', 'owner');
  });
});

describe('the validator', () => {
  it('R9 each of the 52 classes has its rule, and its sample passes both modes without an error', () => {
    for (const type of EVENT_TYPES) {
      expect(ruleOf(type).surfaces[0], type).to.be.a('string');
      expect(errors(one(type, { sequence: 1 })), type).to.deep.equal([]);
      expect(errors(one(type, { sequence: 1 }), 'strict'), type).to.deep.equal([]);
    }
  });

  it('R9 the acceptance sequences pass without an error', () => {
    for (const id of Object.keys(SCENARIOS))
      for (const event of scenario(id)) expect(errors(event), `${id} ${event.type}`).to.deep.equal([]);
  });

  it('R9 a missing id, an unknown word and an unknown class say where and what', () => {
    expect(codes({ type: 'tool.started', sequence: 1, runId: 'r', payload: { name: 'x' } })).to.deep.equal([
      'id.missing toolCallId',
    ]);
    expect(
      codes(one('task.changed', { sequence: 1, runtimeStatus: 'retrying', runtimeEntity: 'work_item' })),
    ).to.deep.equal(['enum.unrecognised runtimeStatus']);
    expect(codes({ type: 'task.invented', sequence: 1 })).to.deep.equal(['event.unknown type']);
    expect(errors({ type: 'task.invented' }, 'strict')).to.have.lengthOf(1);
    expect(codes({ type: 'tool.args', sequence: -1, toolCallId: '' })).to.include.members([
      'field.type sequence',
      'field.type toolCallId',
      'id.missing toolCallId',
    ]);
    expect(codes(one('artifact.created', { sequence: 1, artifactKind: undefined }))).to.include(
      'fact.missing payload.kind',
    );
    expect(codes(one('text.delta', { sequence: 1, phase: 'archived' }))).to.deep.equal([
      'phase.unusual phase',
    ]);
    for (const nothing of [null, 7, [], {}, { type: 3 }])
      expect(codes(nothing)).to.deep.equal(['event.malformed type']);
  });

  it('N-027 the validator throws at nothing', function () {
    this.timeout(60_000);
    fc.assert(
      fc.property(hostile, (event) => void validateEvent(event, 'strict')),
      { numRuns: cases(3_000) },
    );
  });

  it('N-030 C43 a hint chooses among the places of its class; the class decides the rest', () => {
    expect(classifyEvent(one('tool.result'))).to.deep.equal({
      owner: 'tool',
      scope: 'tool_call',
      phase: 'completed',
      surface: 'tool_ui',
      persistence: 'transcript',
      control: 'none',
      topology: 'unknown',
    });
    expect(classifyEvent(one('tool.result', { surface: 'conversation' })).surface).to.equal('tool_ui');
    expect(classifyEvent(one('tool.result', { surface: 'timeline_evidence' })).surface).to.equal(
      'timeline_evidence',
    );
    expect(classifyEvent(one('plan.delta', { surface: 'process' })).surface).to.equal('inline_process');
    expect(classifyEvent(one('tool.result', { owner: 'nobody', control: 'pause' }))).to.include({
      owner: 'tool',
      control: 'unknown',
    });
    expect(classifyEvent({ type: 'no.such' })).to.include({ owner: 'unknown', surface: 'unknown' });
  });

  it('M-005 the standard has these many words in each list', () => {
    const counts = Object.fromEntries(Object.entries(ENUMS).map(([field, words]) => [field, words.size]));
    expect(counts).to.deep.equal({
      owner: 15,
      scope: 16,
      phase: 19,
      surface: 23,
      persistence: 9,
      control: 21,
      topology: 9,
      runtimeEntity: 6,
      runtimeStatus: 16,
      latestTurnStatus: 16,
      artifactStatus: 8,
    });
  });

  it('M-005 the schema lists every field and, when it is strict, every class and word', () => {
    const { properties } = eventSchema('strict') as { properties: Record<string, { enum?: string[] }> };
    expect(properties['type'].enum).to.have.lengthOf(52);
    expect(properties['surface'].enum).to.have.lengthOf(23);
    for (const field of Object.keys(CONTEXT)) expect(properties).to.have.property(field);
    expect(Object.keys(properties)).to.have.length.of.at.least(71);
    expect(JSON.parse(JSON.stringify(eventSchema()))).to.deep.equal(eventSchema());
  });
});
