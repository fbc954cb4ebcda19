import type { AuditFinding, AuditReport } from '../testing/agent-ui/audit-log.js';

/** The report for a person: a sentence for each finding, and one for what follows from it. */
export function describeAudit(file: string, report: AuditReport): string {
  const { events, classes, findings, errors, warnings, notes, surfaces } = report;
  const empty = Object.entries(surfaces)
    .filter(([, state]) => state === 'empty')
    .map(([surface]) => surface);
  const partly = Object.entries(surfaces)
    .filter(([, state]) => state === 'partly')
    .map(([surface]) => surface);
  const lines = [
    `${file}: ${many(events, 'event')} of ${many(Object.keys(classes).length, 'class', 'classes')}`,
    ...findings.flatMap(describe),
    '',
    ...(partly.length > 0 ? [`Shown with gaps: ${partly.join(', ')}.`] : []),
    ...(empty.length > 0 ? [`No facts in this log for: ${empty.join(', ')}.`] : []),
    `${many(errors, 'error')}, ${many(warnings, 'warning')}, ${many(notes, 'note')}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function describe({ level, code, type, message, consequence, count, lines }: AuditFinding): string[] {
  const more = count > lines.length ? ' …' : '';
  const where = `line${count > 1 ? 's' : ''} ${lines.join(', ')}${more}`;
  const what = type === undefined ? message : `${type}: ${message}`;
  return [
    '',
    `${level} ${code}  ${what} (${count === 1 ? where : `${count} times, ${where}`})`,
    `    ${consequence}`,
  ];
}

function many(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
