import { isJsonObject } from '../../../base/json.js';
import { Late } from '../late.js';
import type { WireEvent } from './wire.js';

/** What a run of text and calls does without, each fetched before the first event that needs it is mapped. */
export const LATE = {
  agents: new Late(() => import('./agent-mapper.js')),
  chunks: new Late(() => import('./chunk-mapper.js')),
  open: new Late(() => import('./open-mapper.js')),
  questions: new Late(() => import('./open-questions.js')),
  retold: new Late(() => import('./retold-run.js')),
  snapshots: new Late(() => import('./snapshot-mapper.js')),
  state: new Late(() => import('./state-mapper.js')),
  steps: new Late(() => import('./steps.js')),
};

export type LateName = keyof typeof LATE;

const BY_TYPE: readonly (readonly [RegExp, LateName])[] = [
  [/_CHUNK$|^THINKING_/, 'chunks'],
  [/^(?:ACTIVITY_|CUSTOM$|RAW$)/, 'open'],
  [/^CUSTOM$/, 'questions'],
  [/^MESSAGES_SNAPSHOT$/, 'snapshots'],
  [/^STATE_/, 'state'],
  [/^STEP_/, 'steps'],
  [/^SUBAGENT_/, 'agents'],
];

const ofType = new Map<string, readonly LateName[]>();

/** What must be there before the event can be mapped. */
export function neededBy(event: WireEvent, retold: boolean): readonly LateName[] {
  const { type, metadata, outcome, input } = event;
  let needed = ofType.get(type);
  if (!needed) {
    needed = BY_TYPE.filter(([types]) => types.test(type)).map(([, name]) => name);
    // A server may name its own events, and never the same twice.
    if (ofType.size < 100) ofType.set(type, needed);
  }
  const more: LateName[] = [];
  if (event['subagentRunId'] !== undefined) more.push('agents');
  if (isJsonObject(metadata) && 'agentui' in metadata) more.push('open');
  if (type === 'RUN_STARTED') {
    if (retold) more.push('retold');
    if (isJsonObject(input) && Array.isArray(input['messages'])) {
      more.push('snapshots', ...ofList(input['messages']));
    }
  } else if (type === 'RUN_FINISHED') {
    if (isJsonObject(outcome) && outcome['type'] === 'interrupt') more.push('questions');
  } else if (type === 'MESSAGES_SNAPSHOT') more.push(...ofList(event['messages']));
  return more.length === 0 ? needed : [...needed, ...more];
}

/** Activities stand in lists of messages too. */
function ofList(messages: unknown): LateName[] {
  const any =
    Array.isArray(messages) && messages.some((item) => isJsonObject(item) && item['role'] === 'activity');
  return any ? ['open'] : [];
}
