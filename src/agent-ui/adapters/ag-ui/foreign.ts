import { messageOf } from '../../../base/coded-error.js';
import { isJsonObject, isPollutingKey, type JsonObject } from '../../../base/json.js';
import { redactText } from '../../../base/redact.js';
import { isKnownEvent, type AgentUiEvent, type KnownEvent } from '../../events/event.js';
import { validateEvent } from '../../events/validate-event.js';
import { embeddedFact } from '../embedded-fact.js';
import type { Mapping } from './mapping.js';

/** What AG-UI leaves open: an activity by its `activityType`, a CUSTOM event by its `name`, a RAW event by its `source`. */
export interface OpenEvent {
  kind: 'activity' | 'custom' | 'raw';
  name: string;
  /** The activity's content, the custom value, or the provider's own event. */
  value: unknown;
  /** Of an activity. */
  messageId?: string;
}

/**
 * What the application's own events say, in Agent UI events; `undefined` leaves them to the adapter. It may as well only
 * look, and tell the page in its own way.
 */
export type OpenEventMapper = (event: OpenEvent) => AgentUiEvent | readonly AgentUiEvent[] | undefined;

/** Asks the application. False: it has nothing to say, and the adapter goes on. */
export function askApplication(mapping: Mapping, event: OpenEvent): boolean {
  const { facts, onOpenEvent } = mapping;
  let said: ReturnType<OpenEventMapper>;
  try {
    said = onOpenEvent?.(event);
  } catch (thrown) {
    const text = `onOpenEvent failed: ${redactText(messageOf(thrown))}`;
    facts.diagnose('mapper_failed', `${event.kind} ${event.name}`, text);
  }
  if (said === undefined) return false;
  for (const fact of Array.isArray(said) ? (said as AgentUiEvent[]) : [said as AgentUiEvent]) {
    if (isKnownEvent(fact)) facts.add(mapping.run, fact);
    else facts.diagnose('malformed', `onOpenEvent ${event.kind}`, 'What onOpenEvent said is no known event.');
  }
  return true;
}

/**
 * Our own extension: the body of an Agent UI event inside an AG-UI one. Its place in the stream is ours to say, and so
 * is the name of its run.
 */
export function tellEmbedded(mapping: Mapping, value: unknown, where: string, owner?: string): void {
  const { facts, run } = mapping;
  const fact = embeddedFact(value) as (KnownEvent & JsonObject) | undefined;
  const fault =
    fact &&
    validateEvent({ ...fact, runId: run.runId, sessionId: 'ours' }).find(({ level }) => level === 'error');
  if (!fact || fault) {
    const why = fault ? `: ${redactText(fault.message)}` : ', or no object';
    facts.diagnose('malformed', where.slice(0, 80), `An agentui event is of no known class${why}.`);
    return;
  }
  // A server that names the run means the one that is being told; its name for it is not ours.
  if (fact.runId !== undefined && fact.runId === mapping.nativeRunId) delete fact.runId;
  if (owner !== undefined) fact.agentId ??= owner;
  facts.add(run, fact);
  if (fact.type === 'action.required') mapping.asked(fact, run);
  else if (fact.type === 'action.resolved') mapping.settled(fact.actionId);
}

/** `metadata["agentui"]` of any event: one Agent UI event or a list; the official clients keep it, unlike extra keys. */
export function tellRider(mapping: Mapping, event: JsonObject, owner: string | undefined): void {
  const { metadata } = event;
  if (!isJsonObject(metadata) || !Object.hasOwn(metadata, 'agentui')) return;
  const { agentui } = metadata;
  for (const value of Array.isArray(agentui) ? (agentui as unknown[]) : [agentui]) {
    tellEmbedded(mapping, value, 'metadata.agentui', owner);
  }
}

/** A copy without keys that reach a prototype. */
export function plainContent(value: unknown): JsonObject {
  const content: JsonObject = {};
  if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) if (!isPollutingKey(key)) content[key] = item;
  }
  return content;
}
