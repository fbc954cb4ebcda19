import type { JsonObject } from '../../../base/json.js';
import type { ActionRequired } from '../../events/action-events.js';
import type { ClientToolOffer } from '../client-tools.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import type { ServerFailure } from '../http-answer.js';
import type { Activity } from './activity-mapper.js';
import type { KnownAgent } from './agent-mapper.js';
import type { OpenEventMapper } from './foreign.js';
import type { History } from './history.js';
import type { Thread } from './thread.js';

/** What the mappers of one stream share, and what they must know of the session around it. */
export interface Mapping {
  readonly facts: FactWriter;
  readonly history: History;
  /** Of the thread, by message id. */
  readonly activities: Map<string, Activity>;
  /** Of the thread, by `subagentRunId`. */
  readonly agents: Map<string, KnownAgent>;
  readonly thread: Thread;
  /** What comes may have been told before: the thread is read again. */
  readonly retold: boolean;
  /** Nothing was asked: what comes is the past, and perhaps a run that goes on. */
  readonly loaded: boolean;
  readonly onOpenEvent: OpenEventMapper | undefined;
  /** What the page offered when the run was requested; calls resolve against this and nothing newer. */
  readonly offer: ClientToolOffer | undefined;
  /** The run that events belong to now. */
  run: RunRef;
  /** What the server calls it. */
  nativeRunId: string | undefined;
  /** Payload of the first `run.started`: what the run is to the person. */
  readonly announce: JsonObject;
  /** False: no further run may follow by itself. */
  readonly mayContinue: boolean;
  /** The first `run.started` is told. `really`: the server has begun, and is not only said to have. */
  onBegun(really: boolean, protocolVersion?: string): void;
  /** Whether this page has run the call already. */
  hasRun(toolCallId: string): boolean;
  /** An `agentui/action.required` came, which no interrupt of the protocol carries. */
  asked(question: ActionRequired, run: RunRef): void;
  /** The agent says that it is settled. */
  settled(actionId: string | undefined): void;
  /** ISO 8601. */
  now(): string;
  uuid(): string;
}

/** Why a run ended without the server saying so. */
export type RunFailure = ServerFailure;
