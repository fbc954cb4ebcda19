import type { JsonObject } from '../../../base/json.js';
import type { ClientToolOffer } from '../client-tools.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import type { ServerFailure } from '../http-answer.js';
import type { History } from './history.js';
import type { SharedState } from './shared-state.js';

/** What the mappers of one stream share, and what they must know of the session around it. */
export interface Mapping {
  readonly facts: FactWriter;
  readonly history: History;
  readonly state: SharedState;
  /** What the page offered when the run was requested; calls resolve against this and nothing newer. */
  readonly offer: ClientToolOffer | undefined;
  /** The run that events belong to now. */
  run: RunRef;
  /** Payload of the first `run.started`: what the run is to the person. */
  readonly announce: JsonObject;
  /** False: no further run may follow by itself. */
  readonly mayContinue: boolean;
  /** The first `run.started` is told. `really`: the server has begun, and is not only said to have. */
  onBegun(really: boolean, protocolVersion?: string): void;
  /** Whether this page has run the call already. */
  hasRun(toolCallId: string): boolean;
  uuid(): string;
}

/** Why a run ended without the server saying so. */
export type RunFailure = ServerFailure;
