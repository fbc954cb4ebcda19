import type { AuditFault } from './audit-log.js';

/** What follows from a finding for whoever looks at a workbench; `{}` is where the class is shown. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  'event.unreadable': 'It is left out.',
  'event.malformed': 'It is left out.',
  'event.unknown': 'It is shown in diagnostics only.',
  'event.deep': 'It is left out, or cut.',
  'event.large': 'Only its beginning is kept; send a reference and a preview.',
  'field.type': 'The field is not used.',
  'enum.unrecognised': 'It is shown as unknown.',
  'id.missing': 'It becomes no record: {} cannot show it.',
  'id.soft_missing': 'It is shown in {}, and not joined to what it belongs to.',
  'id.polluting': 'It is left out.',
  'fact.missing': '{} shows a fallback in its place.',
  'phase.unusual': 'Nothing; the phase is only a hint.',
  'secret.present': 'It is blackened where it is shown; whoever reads the log has it.',
  'sequence.missing': 'What comes late stands at the end, and not in its place.',
  'order.no_identity': 'After a reconnection it is shown twice.',
  'order.repeated': 'Nothing: it counts once.',
  'order.collision': 'It is taken for a repetition of the other, and left out.',
  'order.gap': 'What is missing is not shown, and nobody can tell what it was.',
  'order.late': 'It is put into its place, for a moment after what follows it.',
  'order.too_late': 'It is left out.',
  'run.unstarted': 'runtime_status shows neither when it began nor what it is about.',
  'run.ended_twice': 'The first end stands.',
  'run.open': 'runtime_status shows it as running for ever.',
  'tool.unstarted': 'tool_ui shows a row without a name.',
  'tool.open': 'tool_ui cannot say whether it succeeded.',
  'action.unasked': 'hitl has no card for it, only an entry in the record.',
  'action.answered_twice': 'The first answer stands.',
  'action.open': 'hitl shows the question as open.',
  'artifact.uncreated': 'artifact_workspace shows it without kind and title.',
  'agent.unspawned': 'delegation_graph shows it without a parent.',
  'text.unfinished': 'conversation shows what was streamed; nothing says that it is whole.',
  'log.empty': 'There is nothing to show.',
  'log.gap': 'What is shown is marked as stale.',
  'log.dialect': 'Read it with protocol="agent-runtime"; as Agent UI events most of it is unknown.',
  'log.further': 'See the findings above first.',
};

export function consequenceOf({ code }: AuditFault, surfaces: readonly string[]): string {
  const where = surfaces.length === 0 ? 'the workbench' : surfaces.join(', ');
  return (CONSEQUENCES[code] ?? '').replace('{}', where);
}
