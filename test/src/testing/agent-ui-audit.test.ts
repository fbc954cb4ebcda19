import { expect } from 'chai';
import { auditLog, type AuditReport } from 'oui-elements/testing';
import { SCENARIOS } from '../../fixtures/agent-ui/acceptance.js';

const CONTEXT = { sessionId: 'ses-1', threadId: 'thr-1', runId: 'run-1', turnId: 'turn-1' };
let at = 0;
/** An event in its place. */
const event = (type: string, more: object = {}) => ({ ...CONTEXT, type, sequence: ++at, ...more });
const started = () => event('run.started');
const finished = (outcome = 'success') => event('run.finished', { payload: { outcome } });
const found = (report: AuditReport, code: string) => report.findings.find((finding) => finding.code === code);
const codes = (report: AuditReport) => report.findings.map(({ code }) => code);

describe('auditLog', () => {
  beforeEach(() => (at = 0));

  it('issue 5: a good log has no findings, and says which surfaces have facts', () => {
    const report = auditLog([
      started(),
      event('run.status', { payload: { stage: 'streaming' } }),
      event('text.delta', { messageId: 'm', partId: 'p', payload: { delta: 'Hi' } }),
      event('text.final', { messageId: 'm', partId: 'p', payload: { text: 'Hi' } }),
      finished(),
    ]);
    expect(report.findings).to.deep.equal([]);
    expect(report).to.include({ events: 5, errors: 0, warnings: 0, notes: 0 });
    expect(report.classes).to.include({ 'text.delta': 1, 'run.started': 1 });
    expect(report.surfaces).to.include({ conversation: 'shown', runtime_status: 'shown', hitl: 'empty' });
    expect(Object.keys(report.surfaces)).to.have.length(21);
  });

  it('R9 an id that is missing: the class, where, how often, and what cannot be shown', () => {
    const bad = () => event('tool.started', { payload: { name: 'grep' } });
    const report = auditLog([started(), bad(), bad(), finished()]);
    expect(found(report, 'id.missing')).to.deep.equal({
      level: 'error',
      code: 'id.missing',
      type: 'tool.started',
      message: 'tool.started needs toolCallId',
      consequence: 'It becomes no record: tool_ui, inline_process, timeline_evidence cannot show it.',
      surfaces: ['tool_ui', 'inline_process', 'timeline_evidence'],
      count: 2,
      lines: [2, 3],
    });
    expect(report.surfaces['tool_ui']).to.equal('partly');
  });

  const cases: [name: string, code: string, level: string, events: () => unknown[]][] = [
    ['what is no object', 'event.malformed', 'error', () => [7]],
    ['an unknown class', 'event.unknown', 'warning', () => [event('coffee.brewed')]],
    [
      'a word outside its list',
      'enum.unrecognised',
      'warning',
      () => [started(), event('run.status', { phase: 'dancing', payload: { stage: 'x' } })],
    ],
    ['a fact that is missing', 'fact.missing', 'warning', () => [started(), event('run.finished')]],
    [
      'neither sequence nor id',
      'order.no_identity',
      'warning',
      () => [{ ...started(), sequence: undefined }],
    ],
    ['the same event twice', 'order.repeated', 'note', () => { const one = started(); return [one, one]; }], // prettier-ignore
    [
      'two events in one place',
      'order.collision',
      'error',
      () =>
        [1, 2].map((n) => ({
          ...event('text.delta', { messageId: 'm', payload: { delta: `${n}` } }),
          sequence: 1,
        })),
    ],
    ['a gap', 'order.gap', 'warning', () => [started(), { ...finished(), sequence: 9 }]],
    [
      'a late event',
      'order.late',
      'note',
      () => [
        { ...started(), sequence: 2 },
        { ...event('run.status', { payload: { stage: 'x' } }), sequence: 1 },
      ],
    ],
    [
      'an event that comes too late',
      'order.too_late',
      'error',
      () => [
        { ...started(), sequence: 300 },
        { ...event('run.status', { payload: { stage: 'x' } }), sequence: 1 },
      ],
    ],
    ['a run without a beginning', 'run.unstarted', 'warning', () => [finished()]],
    [
      'a run that ends in two ways',
      'run.ended_twice',
      'warning',
      () => [started(), finished(), finished('cancelled')],
    ],
    ['a run without an end', 'run.open', 'note', () => [started()]],
    [
      'a result without a call',
      'tool.unstarted',
      'warning',
      () => [started(), event('tool.result', { toolCallId: 't', payload: { outputPreview: 'x' } })],
    ],
    [
      'a call without a result',
      'tool.open',
      'warning',
      () => [started(), event('tool.started', { toolCallId: 't', payload: { name: 'x' } }), finished()],
    ],
    [
      'an answer without a question',
      'action.unasked',
      'warning',
      () => [event('action.resolved', { actionId: 'a', payload: { decision: 'approve' } })],
    ],
    [
      'two answers that differ',
      'action.answered_twice',
      'warning',
      () => [
        event('action.required', {
          actionId: 'a',
          payload: { actionType: 'clarification', decisions: ['answer'] },
        }),
        ...['approve', 'reject'].map((decision) =>
          event('action.resolved', { actionId: 'a', payload: { decision } }),
        ),
      ],
    ],
    [
      'a question without an answer',
      'action.open',
      'note',
      () => [event('action.required', { actionId: 'a', payload: { actionType: 'x', decisions: [] } })],
    ],
    [
      'a version of no artifact',
      'artifact.uncreated',
      'warning',
      () => [event('artifact.version.created', { artifactId: 'a', payload: { versionId: 'v' } })],
    ],
    [
      'an agent from nowhere',
      'agent.unspawned',
      'note',
      () => [event('agent.completed', { agentId: 'a', payload: { status: 'completed' } })],
    ],
    [
      'a message without its whole text',
      'text.unfinished',
      'note',
      () => [started(), event('text.delta', { messageId: 'm', payload: { delta: 'x' } }), finished()],
    ],
    [
      'a large event',
      'event.large',
      'warning',
      () => [event('tool.result', { toolCallId: 't', payload: { outputPreview: 'x'.repeat(9_000) } })],
    ],
    [
      'another dialect',
      'log.dialect',
      'warning',
      () => [event('turn.started', { schemaVersion: 'lime-profile-0.4.0' })],
    ],
    [
      'a key that pollutes',
      'id.polluting',
      'error',
      () => [JSON.parse('{"type":"run.started","runId":"r","payload":{"__proto__":{"x":1}}}')],
    ],
    ['nothing at all', 'log.empty', 'error', () => []],
    ['a gap that the server told', 'log.gap', 'warning', () => [{ gap: { reason: 'x' } }, started()]],
  ];
  for (const [name, code, level, events] of cases) {
    it(`issue 5: ${name} is ${code}, and it is said what follows`, () => {
      const finding = found(auditLog(events()), code);
      expect(finding?.level).to.equal(level);
      expect(finding?.message).to.match(/\S/);
      expect(finding?.consequence, 'consequence').to.match(/\.$/);
      expect(finding?.consequence).not.to.include('{}');
    });
  }

  it('N-013 a secret is found by its name or its shape, and is in no report', () => {
    const report = auditLog([
      event('tool.args', { toolCallId: 't', payload: { args: { token: 'hunter2-hunter2' } } }),
      event('tool.result', { toolCallId: 't', payload: { outputPreview: ['key: sk-live-12345678'] } }),
    ]);
    const secrets = report.findings.filter(({ code }) => code === 'secret.present');
    expect(secrets.map(({ message }) => message)).to.deep.equal([
      'payload.args.token has what looks like a secret',
      'payload.outputPreview[] has what looks like a secret',
    ]);
    expect(JSON.stringify(report)).not.to.match(/hunter2|12345678/);
  });

  it('issue 5: what a server says of itself on the wire is no event', () => {
    const report = auditLog([{ capabilities: {} }, { ping: true }, started(), finished(), { end: true }]);
    expect(report).to.include({ events: 2, errors: 0, warnings: 0 });
  });

  it('issue 5: the standard’s own sequences have no errors but the secret that one of them plants', () => {
    for (const [id, events] of Object.entries(SCENARIOS)) {
      const report = auditLog(events.map((each) => ({ ...CONTEXT, ...each })));
      const errors = report.findings.filter(({ level }) => level === 'error').map(({ code }) => code);
      expect(errors, id).to.deep.equal(id === 'AC-05' ? ['secret.present'] : []);
    }
  });

  it('N-027 hostile values are findings, never a throw, and never without end', () => {
    const cycle: Record<string, unknown> = { type: 'run.started', sequence: 1 };
    cycle['self'] = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    const hostile = [
      null,
      undefined,
      [],
      '',
      cycle,
      { type: {} },
      { type: '' },
      { type: '__proto__', sequence: -1 },
    ];
    const many = Array.from({ length: 3_000 }, (_, n) => ({ type: `made.up.${n}`, sequence: n }));
    const report = auditLog([...hostile, ...many]);
    expect(report.events).to.equal(hostile.length + many.length);
    expect(report.findings.length).to.be.at.most(1_003);
    expect(codes(report)).to.include('log.further');
  });
});
