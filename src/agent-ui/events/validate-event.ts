import { isJsonObject, isPollutingKey, type JsonObject } from '../../base/json.js';
import { ENUMS } from './enums.js';
import { isKnownEvent } from './event.js';
import { ruleOf } from './event-rules.js';
import { ENVELOPE_FIELDS } from './event-schema.js';
import { normalizeEvent } from './normalize-event.js';

/** What is wrong with an event, where, and what would be right. */
export interface EventFault {
  /** `error`: not promoted to a record. `warning`: something of it cannot be shown or joined. */
  level: 'error' | 'warning';
  code:
    | 'event.malformed'
    | 'event.unknown'
    | 'field.type'
    | 'enum.unrecognised'
    | 'id.missing'
    | 'id.soft_missing'
    | 'id.polluting'
    | 'fact.missing'
    | 'phase.unusual'
    | 'sequence.missing';
  /** The field, such as `toolCallId` or `payload.status`. */
  path: string;
  /** For a developer to read. */
  message: string;
}

/**
 * Checks one event against Agent UI v0.6. `open`, the default, takes what producers may add: unknown classes and words
 * are warnings (C1). `strict` takes only what the standard lists. Never throws.
 */
export function validateEvent(input: unknown, mode: 'open' | 'strict' = 'open'): readonly EventFault[] {
  if (!isJsonObject(input) || typeof input['type'] !== 'string' || input['type'] === '')
    return [fault('error', 'event.malformed', 'type', 'an event is an object with a type')];
  const faults = fieldFaults(input, mode);
  let event: unknown;
  try {
    event = normalizeEvent(input);
  } catch {
    event = 'an event must be plain JSON';
  }
  if (typeof event === 'string') {
    const path = event.split(' ')[0]!;
    return [...faults, fault('error', 'id.polluting', path, event)];
  }
  return [...faults, ...classFaults(event as JsonObject & { type: string }, mode)];
}

function fault(
  level: EventFault['level'],
  code: EventFault['code'],
  path: string,
  message: string,
): EventFault {
  return { level, code, path, message };
}

function fieldFaults(input: JsonObject, mode: 'open' | 'strict'): EventFault[] {
  const level = mode === 'strict' ? 'error' : 'warning';
  const faults: EventFault[] = [];
  for (const [field, value] of Object.entries(input)) {
    if (isPollutingKey(field)) {
      faults.push(fault('error', 'id.polluting', field, `no field may be named "${field}"`));
      continue;
    }
    const wanted = ENVELOPE_FIELDS[field];
    if (value === undefined || !wanted) continue;
    if (!isA(wanted, value))
      faults.push(fault(level, 'field.type', field, `${field} must be ${SAID[wanted]}`));
    else if (ENUMS[field] && !ENUMS[field].has(String(value)))
      faults.push(
        fault(
          level,
          'enum.unrecognised',
          field,
          `${field} "${String(value)}" is none of ${[...ENUMS[field]].join(', ')}`,
        ),
      );
  }
  if (input['sequence'] === undefined)
    faults.push(
      fault('warning', 'sequence.missing', 'sequence', 'without a sequence, order is the order of arrival'),
    );
  return faults;
}

const SAID = {
  text: 'a text that is not empty',
  count: 'a whole number from 0',
  flag: 'true or false',
  texts: 'a list of texts',
  object: 'an object or null',
  any: 'plain JSON',
} as const;

function isA(kind: keyof typeof SAID, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string' && value !== '';
    case 'count':
      return Number.isInteger(value) && (value as number) >= 0;
    case 'flag':
      return typeof value === 'boolean';
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'object':
      return value === null || isJsonObject(value);
    case 'any':
      return true;
  }
}

function classFaults(event: JsonObject & { type: string }, mode: 'open' | 'strict'): EventFault[] {
  if (!isKnownEvent(event)) {
    const level = mode === 'strict' ? 'error' : 'warning';
    return [fault(level, 'event.unknown', 'type', `"${event.type}" is not one of the 52 classes`)];
  }
  const facts: JsonObject = event;
  const payload = event.payload as JsonObject;
  const has = (name: string) =>
    (name.startsWith('payload.') ? payload[name.slice(8)] : (facts[name] ?? payload[name])) !== undefined;
  const rule = ruleOf(event.type);
  const faults: EventFault[] = [];
  for (const names of rule.ids)
    if (!names.some(has))
      faults.push(fault('error', 'id.missing', names[0]!, `${event.type} needs ${names.join(' or ')}`));
  for (const names of rule.softIds)
    if (!names.some(has)) {
      const message = `without ${names.join(' or ')}, ${event.type} cannot be joined to it`;
      faults.push(fault('warning', 'id.soft_missing', names[0]!, message));
    }
  for (const names of rule.facts)
    if (!names.some(has))
      faults.push(
        fault(
          'warning',
          'fact.missing',
          `payload.${names[0]}`,
          `${event.type} without ${names.join(' or ')} shows a fallback`,
        ),
      );
  const { phase } = facts;
  if (typeof phase === 'string' && !(TYPICAL[phase]?.test(event.type) ?? true))
    faults.push(
      fault('warning', 'phase.unusual', 'phase', `${event.type} is unusual in the phase "${phase}"`),
    );
  return faults;
}

/** §1.4: the classes that are typical of a phase. */
const TYPICAL: Readonly<Record<string, RegExp>> = {
  draft: /^state\.delta/,
  submitted: /^(run\.started|queue)/,
  accepted: /^(run\.(started|status)|action\.resolved|session)/,
  routing: /^(run\.status|task|team)/,
  preparing: /^(run\.status|context|permission)/,
  planning: /^plan/,
  reasoning: /^reasoning/,
  acting: /^(tool|task|agent)/,
  waiting: /^(action\.required|queue|run\.status|agent)/,
  reviewing: /^(review|evidence)/,
  producing: /^(text\.delta|artifact|evidence)/,
  reconciling: /^(text\.final|messages)/,
  completed: /^(run\.finished|tool\.result|agent\.completed|task)/,
  failed: /^(run\.failed|tool\.failed|artifact\.failed|agent\.completed|task)/,
  cancelled: /^(run\.finished|task|tool\.failed)/,
  interrupted: /^(run\.finished|state\.snapshot|agent\.handoff)/,
  archived: /^(messages|evidence|worker|session)/,
  hydrating: /^(session|messages|state\.snapshot)/,
};
