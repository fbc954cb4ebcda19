import type { JsonObject } from '../../../base/json.js';
import type { AgentUiEvent } from '../../events/event.js';
import type { SessionName } from './session-name.js';

/** How a source says its facts. */
export interface FrameMapper {
  /** The facts of one JSON object; `undefined` when it holds none of this protocol. */
  map(value: JsonObject, id: string | undefined): readonly AgentUiEvent[] | undefined;
}

/** Agent UI envelopes as they are, with the session and the id that the stream around them gives. */
export class EnvelopeMapper implements FrameMapper {
  constructor(private readonly session: SessionName) {}

  map(value: JsonObject, id: string | undefined): readonly AgentUiEvent[] | undefined {
    if (typeof value['type'] !== 'string') return undefined;
    this.session.hear(value['sessionId']);
    const missing: JsonObject = {};
    if (value['sessionId'] === undefined) missing['sessionId'] = this.session.current;
    // The place in the stream tells deliveries apart (R2).
    if (value['eventId'] === undefined && id !== undefined) missing['eventId'] = id;
    return [{ ...value, ...missing } as unknown as AgentUiEvent];
  }
}
