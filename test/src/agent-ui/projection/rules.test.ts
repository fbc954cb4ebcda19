import { expect } from 'chai';
import fc from 'fast-check';
import { EVENT_TYPES, type AgentUiEvent } from 'oui-elements/agent-ui';
import { scenario } from '../../../fixtures/agent-ui/acceptance.js';
import { one } from '../../../fixtures/agent-ui/one-of-each.js';
import { SURFACES } from '../../../fixtures/agent-ui/surfaces.js';
import { answerOf, factsOf, fed } from './session-driver.js';

describe('rules of the projection', function () {
  this.timeout(60_000);
  it('R7 M-040 M-041 M-043 M-044 M-049 each family shows where it belongs, and nowhere else as text', () => {
    const word = 'Zanzibar';
    const texts: Record<string, AgentUiEvent> = {
      conversation: one('text.delta', { payload: { delta: word } }),
      inline_process: one('reasoning.delta', { payload: { delta: word } }),
      tool_ui: one('tool.result', { payload: { outputPreview: word } }),
      hitl: one('action.required', { payload: { explanation: word } }),
      worker_notifications: one('worker.notification', { payload: { resultRef: word } }),
      work_board: one('task.changed', { runtimeEntity: 'work_item', payload: { priority: word } }),
      team_policy: one('permission.changed', { payload: { sandbox: word } }),
      review_lane: one('review.completed', { payload: { verdict: word } }),
      timeline_evidence: one('evidence.changed', { payload: { provenance: word } }),
      artifact_workspace: one('artifact.preview.ready', { artifactPreview: word }),
      diagnostics: one('diagnostic.changed', { payload: { code: 'x', message: word } }),
    };
    for (const [surface, event] of Object.entries(texts)) {
      const session = fed([event]);
      const shown = SURFACES.filter((name) => JSON.stringify(session.view(name).get()).includes(word));
      expect(shown, surface).to.include(surface);
      if (surface !== 'conversation') {
        const answers = session.snapshot().messages;
        expect(answers, surface).to.deep.equal([]);
      }
    }
  });

  it('R8 N-018 only safe and bounded values are stored, whatever the family', () => {
    const secret = 'sk-live-1234567890';
    for (const type of EVENT_TYPES) {
      const { payload } = one(type) as { payload: Record<string, unknown> };
      const spoiled = Object.fromEntries(
        Object.entries(payload).map(([key, value]) => [
          key,
          typeof value === 'string' ? `${value} ${secret}` : value,
        ]),
      );
      if (/^(text|reasoning|messages)\./.test(type)) continue;
      const session = fed([one(type, { payload: { ...spoiled, token: secret, blob: 'x'.repeat(200_000) } })]);
      const stored = JSON.stringify(session.snapshot());
      // A path of a patch is an address, not a value.
      if (type !== 'state.delta') expect(stored, type).to.not.include(secret);
      expect(stored.length, type).to.be.below(20_000);
    }
  });

  it('M-012 M-052 N-008 however a final text comes, the answer has it once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 5 }), { maxLength: 6 }),
        fc.string({ maxLength: 12 }),
        fc.boolean(),
        (deltas, final, whole) => {
          const text = whole ? deltas.join('') + final : final;
          const events = deltas.map((delta, i) =>
            one('text.delta', { sequence: 2 * i + 1, partId: `t-${i}`, payload: { delta } }),
          );
          const between = deltas.map((_, i) =>
            one('tool.started', { sequence: 2 * i + 2, toolCallId: `tc-${i}` }),
          );
          const last = one('text.final', { sequence: 100, payload: { text } });
          expect(answerOf(fed([...events, ...between, last]))).to.equal(text);
          expect(answerOf(fed([last, ...between, ...events]))).to.equal(text);
        },
      ),
    );
  });

  it('M-018 a reconciliation is the same each time', () => {
    const events = scenario('AC-04');
    expect(factsOf(fed(events))).to.deep.equal(factsOf(fed(events)));
    expect(factsOf(fed(events)).messages[0]).to.include({ text: 'Hello there', reconciled: 'replaced' });
  });

  it('M-017 N-023 a status can be shown before any text, from the first fact on', () => {
    const [started, preparing] = scenario('AC-01');
    expect(fed([started]).view('runtime_status').get()).to.include({ stage: 'accepted', active: true });
    expect(fed([started, preparing]).view('runtime_status').get()).to.include({ stage: 'preparing' });
  });

  it('N-009 what a person has open is no fact, and is open in one panel at a time', () => {
    const session = fed(scenario('AC-03').slice(0, 3));
    const before = session.snapshot();
    for (const surface of SURFACES) JSON.stringify(session.view(surface).get());
    expect(session.snapshot()).to.deep.equal(before);
  });

  it('G1 N-025 no sentence changes anything but the messages and the turns they stand in', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'approved',
          'The tool succeeded',
          'I saved report.md as v3',
          'Run completed',
          'verification passed',
        ),
        fc.string(),
        (claim, noise) => {
          const facts = [
            one('run.started', { sequence: 1 }),
            one('tool.started', { sequence: 2 }),
            one('action.required', { sequence: 3 }),
            one('artifact.created', { sequence: 4 }),
          ];
          const { messages: _, turns: __, ...before } = factsOf(fed(facts));
          const said = one('text.final', { sequence: 5, payload: { text: `${noise} ${claim} ${noise}` } });
          const { messages: ___, turns: ____, ...after } = factsOf(fed([...facts, said]));
          expect(after).to.deep.equal(before);
        },
      ),
    );
  });

  it('R3 agents that number for themselves keep their own order, and none is taken for late', () => {
    const lead = (sequence: number) =>
      one('text.delta', { agentId: 'lead', sequence, messageId: 'm-l', payload: { delta: `${sequence} ` } });
    const worker = (sequence: number) =>
      one('text.delta', { agentId: 'w', sequence, messageId: 'm-w', payload: { delta: `${sequence} ` } });
    const session = fed([
      ...Array.from({ length: 400 }, (_, i) => lead(i + 1)),
      worker(2),
      worker(1),
      worker(3),
    ]);
    expect(answerOf(session, 'm-w')).to.equal('1 2 3 ');
    expect(answerOf(session, 'm-l')).to.match(/^1 2 3 .* 400 $/);
    expect(session.snapshot().diagnostics.map(({ code }) => code)).to.not.include('sequence.too_late');
  });

  it('R4 gaps and late events are told, once for each stream, and block nothing', () => {
    const session = fed(
      [1, 5, 3].map((sequence) => one('text.delta', { sequence, payload: { delta: `${sequence}` } })),
    );
    expect(answerOf(session)).to.equal('135');
    expect(session.snapshot().diagnostics.map(({ code, count }) => [code, count])).to.deep.equal([
      ['sequence.gap', 1],
      ['sequence.late', 1],
    ]);
  });
});

describe('the shared state', () => {
  const snapshot = (sequence: number, state: unknown, version?: number) =>
    one('state.snapshot', { sequence, payload: { state, version } });
  const delta = (sequence: number, patch: unknown[], more: object = {}) =>
    one('state.delta', { sequence, payload: { patch, ...more } });
  const state = (events: AgentUiEvent[]) => fed(events).snapshot().state[0];

  it('R1 RFC 6902 and RFC 7396 changes are applied in the order in which they were made', () => {
    const events = [
      snapshot(1, { rows: [1], at: { a: 1, b: 2 } }),
      delta(2, [{ op: 'add', path: '/rows/-', value: 2 }]),
      one('state.delta', { sequence: 3, payload: { merge: { at: { a: null, c: 3 } } } }),
      delta(4, [{ op: 'move', from: '/at/b', path: '/b' }]),
    ];
    const wanted = { rows: [1, 2], at: { c: 3 }, b: 2 };
    expect(state(events)).to.deep.include({ state: wanted });
    expect(state([3, 1, 0, 2].map((i) => events[i]))).to.deep.include({ state: wanted });
  });

  it('N-027 a change that fails leaves the state whole, is told, and the run goes on to its end', () => {
    const session = fed([
      snapshot(1, { a: [1, 2], b: { c: 1 } }),
      delta(2, [
        { op: 'remove', path: '/a/0' },
        { op: 'move', from: '/b/c', path: '/a/-' },
        { op: 'replace', path: '/b', value: 7 },
        { op: 'test', path: '/a/0', value: 'no' },
      ]),
      one('run.finished', { sequence: 3 }),
    ]);
    expect(session.snapshot().state[0]).to.deep.include({
      state: { a: [1, 2], b: { c: 1 } },
      stale: true,
      staleReason: 'patch_failed',
    });
    expect(session.snapshot().runs[0]).to.include({ outcome: 'success' });
    expect(session.snapshot().diagnostics.map(({ code }) => code)).to.deep.equal(['state.patch_failed']);
    session.dispatch(snapshot(4, { a: [] }));
    expect(session.snapshot().state[0]).to.deep.include({ state: { a: [] }, stale: false });
  });

  it('R12 no patch reaches a prototype', () => {
    for (const path of ['/__proto__/polluted', '/constructor/prototype/polluted', '/a/__proto__/polluted'])
      for (const op of [
        { op: 'add', path, value: 1 },
        { op: 'copy', from: '/a', path },
        { op: 'move', from: path, path: '/b' },
      ])
        state([snapshot(1, { a: {} }), delta(2, [op])]);
    state([
      snapshot(1, {}),
      one('state.delta', { payload: { merge: JSON.parse('{"__proto__":{"polluted":1}}') } }),
    ]);
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  });

  it('AC-24S a delta names the version before it, or that of the snapshot', () => {
    const events = [
      snapshot(1, { n: 0 }, 3),
      delta(2, [{ op: 'replace', path: '/n', value: 1 }], { baseVersion: 3 }),
      delta(3, [{ op: 'replace', path: '/n', value: 2 }], { baseVersion: 4 }),
    ];
    expect(state(events)).to.deep.include({ state: { n: 2 }, version: 5, stale: false });
    expect(
      state([...events, delta(4, [{ op: 'replace', path: '/n', value: 9 }], { baseVersion: 9 })]),
    ).to.deep.include({
      state: { n: 2 },
      stale: true,
      staleReason: 'base_mismatch',
    });
  });

  it('M-006 the sender may do with its events what it likes afterwards', () => {
    const value = { rows: [{ id: 1 }] };
    const patch = [{ op: 'add', path: '/rows/-', value: { id: 2 } }];
    const session = fed([
      snapshot(1, value),
      delta(2, patch),
      delta(3, [{ op: 'add', path: '/rows/1/x', value: 1 }]),
    ]);
    value.rows.length = 0;
    patch[0].value.id = 9;
    expect(session.snapshot().state[0]).to.deep.include({ state: { rows: [{ id: 1 }, { id: 2, x: 1 }] } });
    expect(patch[0].value).to.not.have.property('x');
  });
});
