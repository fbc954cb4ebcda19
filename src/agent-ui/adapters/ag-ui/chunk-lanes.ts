import type { JsonObject } from '../../../base/json.js';
import type { Mapping } from './mapping.js';
import type { MessageMapper } from './message-mapper.js';
import type { ToolMapper } from './tool-mapper.js';
import { idField, ownerOf } from './wire.js';

type ChunkKind = 'text' | 'reasoning' | 'tool';

interface OpenChunks {
  kind: ChunkKind;
  id: string;
  role: unknown;
  name: unknown;
}

/** *_CHUNK: start, content and end in one. One stream is open for each agent at a time. */
export class ChunkLanes {
  readonly #lanes = new Map<string, OpenChunks>();
  /** The last id of each lane and kind: a chunk without one continues there. */
  readonly #last = new Map<string, string>();

  constructor(
    private readonly mapping: Mapping,
    private readonly messages: MessageMapper,
    private readonly tools: ToolMapper,
    private readonly startTool: (event: JsonObject, id: string) => void,
  ) {}

  take(kind: ChunkKind, event: JsonObject): void {
    const given = idField(event, kind === 'tool' ? 'toolCallId' : 'messageId');
    const lane = this.#laneOf(kind, event, given);
    let open = this.#lanes.get(lane);
    if (!open || open.kind !== kind || (given !== undefined && given !== open.id)) {
      this.close(lane);
      open = this.#start(kind, event, given, lane);
    } else {
      this.#checkRepeated(open, event);
    }
    if (event['delta'] === undefined || event['delta'] === null) return;
    if (kind === 'tool') this.tools.args(event, open.id);
    else this.messages.content(kind, event, open.id);
  }

  /** An event that is no chunk ends the stream of its own agent. */
  close(lane: string): void {
    const open = this.#lanes.get(lane);
    if (!open) return;
    this.#lanes.delete(lane);
    if (open.kind === 'tool') {
      if (this.tools.isOpen(open.id)) this.tools.end({}, open.id);
    } else if (this.messages.isOpen(open.kind, open.id)) {
      this.messages.end(open.kind, {}, open.id);
    }
  }

  closeAll(): void {
    for (const lane of [...this.#lanes.keys()]) this.close(lane);
  }

  /** The run was cut: nothing says that these were complete. */
  drop(): void {
    this.#lanes.clear();
  }

  /** A chunk that names neither agent nor message continues the only stream of its kind. */
  #laneOf(kind: ChunkKind, event: JsonObject, given: string | undefined): string {
    const owner = ownerOf(event) ?? '';
    if (owner !== '' || given !== undefined || this.#lanes.get('')?.kind === kind) return owner;
    const fitting = [...this.#lanes].filter(([, open]) => open.kind === kind);
    if (fitting.length > 1) {
      this.mapping.facts.diagnose('ambiguous_chunk', kind, 'A chunk could continue more than one stream.');
    }
    return fitting.pop()?.[0] ?? '';
  }

  #start(kind: ChunkKind, event: JsonObject, given: string | undefined, lane: string): OpenChunks {
    if (given === undefined) {
      this.mapping.facts.diagnose(
        'malformed',
        `first ${kind} chunk`,
        'The first chunk of a stream has no id.',
      );
    }
    const place = `${lane}:${kind}`;
    const id = given ?? this.#last.get(place) ?? `${this.mapping.run.runId}:${place}`;
    this.#last.set(place, id);
    const open = { kind, id, role: event['role'], name: nameOf(kind, event) };
    this.#lanes.set(lane, open);
    if (kind === 'tool') {
      if (!this.tools.isOpen(id)) this.startTool(event, id);
    } else if (!this.messages.isOpen(kind, id)) {
      this.messages.start(kind, event, id);
    }
    return open;
  }

  #checkRepeated(open: OpenChunks, event: JsonObject): void {
    const differs = (said: unknown, first: unknown) => said !== undefined && said !== null && said !== first;
    if (differs(event['role'], open.role ?? 'assistant') || differs(nameOf(open.kind, event), open.name)) {
      this.mapping.facts.diagnose(
        'chunk_conflict',
        open.kind,
        'A chunk contradicts the first chunk of its stream.',
      );
    }
  }
}

function nameOf(kind: ChunkKind, event: JsonObject): unknown {
  return event[kind === 'tool' ? 'toolCallName' : 'name'];
}
