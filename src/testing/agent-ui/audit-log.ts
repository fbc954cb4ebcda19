import { EVENT_TYPES, ruleOf, validateEvent, type EventType } from '../../agent-ui/events/index.js';
import { isJsonObject } from '../../base/json.js';
import { consequenceOf } from './audit-consequences.js';
import { contentFaults } from './audit-content.js';
import { LifeAudit } from './audit-lives.js';
import { OrderAudit } from './audit-order.js';

/** `error`: it is wrong, or something cannot be shown. `warning`: shown with a gap. `note`: worth knowing. */
export type AuditLevel = 'error' | 'warning' | 'note';

/** What one check says of one event, or of the log as a whole. */
export interface AuditFault {
  level: AuditLevel;
  /** Such as `id.missing` or `order.collision`. */
  code: string;
  /** In a sentence. */
  message: string;
  /** The event's class; absent for the log as a whole. */
  type?: string;
}

export interface AuditFinding extends AuditFault {
  /** What a workbench cannot show because of it, in a sentence. */
  consequence: string;
  /** The surfaces that suffer. */
  surfaces: readonly string[];
  /** How often. */
  count: number;
  /** Where at first: lines of the file, or places in the list, from 1. */
  lines: readonly number[];
}

export interface AuditReport {
  events: number;
  /** How many events there are of each class. */
  classes: Readonly<Record<string, number>>;
  /** Errors first, then by how often. */
  findings: readonly AuditFinding[];
  errors: number;
  warnings: number;
  notes: number;
  /** Each of the standard's surfaces: whether the log has facts for it, and whether all of them can be shown. */
  surfaces: Readonly<Record<string, 'shown' | 'partly' | 'empty'>>;
}

/** So many places are named of each finding. */
const MAX_LINES = 5;
/** A hostile log invents codes without end; further ones are counted together. */
const MAX_FINDINGS = 1_000;

const RANK: Readonly<Record<AuditLevel, number>> = { error: 0, warning: 1, note: 2 };

/** What an object without a type is on the wire of `agent-events`; a log that was recorded there has it too. */
const NOTICES = ['capabilities', 'keepAliveMs', 'gap', 'end', 'ping'];

/** The classes of every surface, from the standard's own table. */
function classesBySurface(): Map<string, string[]> {
  const surfaces = new Map<string, string[]>();
  for (const type of EVENT_TYPES) {
    for (const surface of ruleOf(type).surfaces) {
      if (surface !== 'custom') surfaces.set(surface, [...(surfaces.get(surface) ?? []), type]);
    }
  }
  return surfaces;
}

/**
 * Checks a recorded log of Agent UI events as a whole, one event at a time: classes, ids, orders, required facts. It
 * keeps ids and no events, so that a log of any length can be read through it.
 */
export class LogAudit {
  readonly #findings = new Map<string, AuditFinding & { lines: number[] }>();
  readonly #classes = new Map<string, number>();
  readonly #order = new OrderAudit();
  readonly #lives = new LifeAudit();
  #events = 0;

  /** @param line where it is, from 1 */
  take(value: unknown, line: number): void {
    if (isJsonObject(value) && value['type'] === undefined && NOTICES.some((key) => key in value)) {
      if ('gap' in value)
        this.#find(
          { level: 'warning', code: 'log.gap', message: 'the server says that events are lost here' },
          line,
        );
      return;
    }
    this.#events++;
    for (const { level, code, message } of validateEvent(value)) {
      this.#find(
        { level, code, message, type: code === 'sequence.missing' ? undefined : typeOf(value) },
        line,
      );
    }
    if (!isJsonObject(value) || typeof value['type'] !== 'string') return;
    const type = value['type'];
    this.#classes.set(type, (this.#classes.get(type) ?? 0) + 1);
    const content = contentFaults(value);
    for (const fault of content) this.#find(fault, line);
    // What is nested without end can be walked no further.
    if (content.some(({ code }) => code === 'event.deep')) return;
    for (const fault of [...this.#order.take(value), ...this.#lives.take(value, line)])
      this.#find(fault, line);
  }

  /** A line that is no JSON. */
  unreadable(line: number, message = 'it is no JSON'): void {
    this.#events++;
    this.#find({ level: 'error', code: 'event.unreadable', message }, line);
  }

  report(): AuditReport {
    if (this.#events === 0)
      this.#find({ level: 'error', code: 'log.empty', message: 'the log has no events' }, 1);
    for (const { line, ...fault } of this.#lives.end()) this.#find(fault, line);
    const findings = [...this.#findings.values()].sort(
      (a, b) => RANK[a.level] - RANK[b.level] || b.count - a.count,
    );
    const number = (level: AuditLevel) => findings.filter((finding) => finding.level === level).length;
    return {
      events: this.#events,
      classes: Object.fromEntries([...this.#classes].sort(([a], [b]) => (a < b ? -1 : 1))),
      findings,
      errors: number('error'),
      warnings: number('warning'),
      notes: number('note'),
      surfaces: this.#surfaces(findings),
    };
  }

  #find(fault: AuditFault, line: number): void {
    const { level, code, message, type } = fault;
    const full = this.#findings.size >= MAX_FINDINGS;
    const key = full ? `${level} further` : `${level} ${code} ${type ?? ''} ${message}`;
    const known = this.#findings.get(key);
    if (known) {
      known.count++;
      if (known.lines.length < MAX_LINES) known.lines.push(line);
      return;
    }
    const surfaces = surfacesOf(type);
    const first = full
      ? { level, code: 'log.further', message: 'there are further findings of other kinds' }
      : fault;
    this.#findings.set(key, {
      ...first,
      consequence: consequenceOf(first, surfaces),
      surfaces,
      count: 1,
      lines: [line],
    });
  }

  #surfaces(findings: readonly AuditFinding[]): AuditReport['surfaces'] {
    const hurt = new Set(
      findings.filter(({ level }) => level !== 'note').flatMap(({ surfaces }) => surfaces),
    );
    return Object.fromEntries(
      [...classesBySurface()].map(([surface, types]) => {
        const fed = types.some((type) => this.#classes.has(type));
        return [surface, fed ? (hurt.has(surface) ? 'partly' : 'shown') : 'empty'] as const;
      }),
    );
  }
}

/** Checks a log that is in memory; a place in the list stands for a line. */
export function auditLog(events: Iterable<unknown>): AuditReport {
  const audit = new LogAudit();
  let line = 0;
  for (const event of events) audit.take(event, ++line);
  return audit.report();
}

function typeOf(value: unknown): string | undefined {
  const type = isJsonObject(value) ? value['type'] : undefined;
  return typeof type === 'string' ? type.slice(0, 80) : undefined;
}

function surfacesOf(type: string | undefined): readonly string[] {
  if (type === undefined || !(EVENT_TYPES as readonly string[]).includes(type)) return [];
  return ruleOf(type as EventType).surfaces.filter((surface) => surface !== 'custom');
}
