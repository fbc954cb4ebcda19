#!/usr/bin/env node
import { createReadStream } from 'node:fs';
import { isJsonObject, parseJson } from '../base/json.js';
import { LogAudit, type AuditReport } from '../testing/agent-ui/audit-log.js';
import { JsonValues, MAX_VALUE_CHARS } from './json-values.js';
import { describeAudit } from './describe-audit.js';

const USAGE = `Usage: oui-validate [--json] [--strict] <log.jsonl | log.json | ->

Says of a recorded log of Agent UI events, as NDJSON, as a JSON array or as server-sent events, which
classes, ids, orders and required facts are missing or wrong, and what a workbench cannot show because
of it.

  --json     the report as JSON
  --strict   warnings count as errors
  -          read standard input

Exits with 0 when nothing is wrong, 1 when something is, 2 when the log could not be read.
`;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  EISDIR: 'it is a folder',
};

/** The id that a server-sent event has beside its data. */
let frameId: string | undefined;

const flags = process.argv.slice(2).filter((arg) => /^-./.test(arg));
const files = process.argv.slice(2).filter((arg) => !/^-./.test(arg));
const unknown = flags.find((flag) => !['--json', '--strict', '--help', '-h'].includes(flag));

// Whoever reads us may have read enough.
process.stdout.on('error', () => process.exit());

if (flags.includes('--help') || flags.includes('-h')) process.stdout.write(USAGE);
else if (unknown !== undefined) refuse(`there is no option ${unknown}.\n\n${USAGE}`);
else if (files.length !== 1) refuse(`one log is wanted.\n\n${USAGE}`);
else await validate(files[0]!);

async function validate(file: string): Promise<void> {
  const name = file === '-' ? 'standard input' : file;
  let report: AuditReport | 'no text';
  try {
    report = await read(file);
  } catch (thrown) {
    const { code = '' } = thrown as { code?: string };
    return refuse(`${name} cannot be read: ${REASONS[code] ?? 'reading failed'}.\n`);
  }
  if (report === 'no text') return refuse(`${name} is no log: it is not text.\n`);
  const asJson = flags.includes('--json');
  process.stdout.write(
    asJson ? `${JSON.stringify({ file: name, ...report }, null, 2)}\n` : describeAudit(name, report),
  );
  const wrong = report.errors + (flags.includes('--strict') ? report.warnings : 0);
  process.exitCode = wrong > 0 ? 1 : 0;
}

async function read(file: string): Promise<AuditReport | 'no text'> {
  const audit = new LogAudit();
  const values = new JsonValues();
  const decoder = new TextDecoder();
  const source: AsyncIterable<Uint8Array> = file === '-' ? process.stdin : createReadStream(file);
  let first = true;
  for await (const bytes of source) {
    // Only what is no text at all has zeros in its beginning.
    if (first && bytes.includes(0)) return 'no text';
    first = false;
    for (const value of values.feed(decoder.decode(bytes, { stream: true }))) take(audit, value);
  }
  for (const value of values.finish()) take(audit, value);
  return audit.report();
}

function take(audit: LogAudit, { text, line }: { text: string; line: number }): void {
  const [, field, rest = ''] = /^(id|event|retry|data|):\s?([^]*)$/.exec(text) ?? [];
  if (field === 'id') frameId = rest;
  if (field !== undefined && field !== 'data') return;
  if (text.length > MAX_VALUE_CHARS) return audit.unreadable(line, 'it is longer than 10 MiB');
  const value = parseJson(field === undefined ? text : rest);
  if (value === undefined) return audit.unreadable(line);
  for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const named = isJsonObject(item) && item['eventId'] === undefined && frameId !== undefined;
    audit.take(named ? { ...item, eventId: frameId } : item, line);
  }
  frameId = undefined;
}

function refuse(sentence: string): void {
  process.stderr.write(`oui-validate: ${sentence}`);
  process.exitCode = 2;
}
