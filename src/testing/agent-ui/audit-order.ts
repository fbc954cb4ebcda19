import type { JsonObject } from '../../base/json.js';
import type { AuditFault } from './audit-log.js';

/** §5.5: how far back a late event still finds its place. */
const LOOK_BACK = 256;

const ENTITIES = ['toolCallId', 'actionId', 'messageId', 'artifactId', 'taskId', 'runId', 'partId'];

interface Stream {
  last: number;
  /** What was seen at each recent number: a name of the event, and its text. */
  readonly recent: Map<number, Map<string, string>>;
}

/** Numbers and identities: whether every event has its place, and can be told from its repetition (R2–R4). */
export class OrderAudit {
  readonly #streams = new Map<string, Stream>();

  take(event: JsonObject): AuditFault[] {
    const { sequence, eventId } = event;
    if (typeof sequence !== 'number' || !Number.isInteger(sequence)) {
      const named = typeof eventId === 'string' && eventId !== '';
      return named
        ? []
        : [
            {
              level: 'warning',
              code: 'order.no_identity',
              message: 'it has neither a sequence nor an eventId',
            },
          ];
    }
    const stream = this.#stream(event);
    const seen = stream.recent.get(sequence) ?? new Map<string, string>();
    const name = typeof eventId === 'string' ? eventId : nameOf(event);
    const text = JSON.stringify(event);
    const type = String(event['type']).slice(0, 80);
    const known = seen.get(name);
    if (known !== undefined) {
      return known === text
        ? [{ level: 'note', code: 'order.repeated', type, message: 'it is there more than once' }]
        : [
            {
              level: 'error',
              code: 'order.collision',
              type,
              message: 'another event about the same thing has the same sequence',
            },
          ];
    }
    if (sequence <= stream.last - LOOK_BACK) {
      return [
        {
          level: 'error',
          code: 'order.too_late',
          type,
          message: `it comes more than ${LOOK_BACK} events late`,
        },
      ];
    }
    seen.set(name, text);
    stream.recent.set(sequence, seen);
    if (sequence < stream.last) {
      return [
        {
          level: 'note',
          code: 'order.late',
          type,
          message: 'it comes after an event with a higher sequence',
        },
      ];
    }
    const gap = Number.isFinite(stream.last) && sequence > stream.last + 1;
    stream.last = sequence;
    for (const old of stream.recent.keys()) {
      if (old > sequence - LOOK_BACK) break;
      stream.recent.delete(old);
    }
    return gap
      ? [{ level: 'warning', code: 'order.gap', message: 'sequence numbers are missing before it' }]
      : [];
  }

  #stream({ sessionId, threadId, agentId, subagentId }: JsonObject): Stream {
    const key = JSON.stringify([sessionId, threadId, agentId ?? subagentId]);
    let stream = this.#streams.get(key);
    if (!stream) this.#streams.set(key, (stream = { last: Number.NEGATIVE_INFINITY, recent: new Map() }));
    return stream;
  }
}

function nameOf(event: JsonObject): string {
  return JSON.stringify([event['type'], ...ENTITIES.map((id) => event[id])]);
}
