import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { Mapping } from './mapping.js';
import { SharedState } from './shared-state.js';

/** RFC 6902. */
const OPERATIONS = new Set<unknown>(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/** STATE_* → `state.*`. */
export class StateMapper {
  readonly #state: SharedState;

  constructor(private readonly mapping: Mapping) {
    this.#state = mapping.thread.state ??= new SharedState();
  }

  /** False: it holds no state. */
  snapshot(event: JsonObject): boolean {
    const { facts, run } = this.mapping;
    // `null`, `0` and `""` are states too; only absence is not.
    if (!Object.hasOwn(event, 'snapshot')) {
      facts.diagnose('malformed', 'STATE_SNAPSHOT.snapshot', 'A state snapshot has no snapshot.');
      return false;
    }
    this.#state.snapshot(event['snapshot']);
    facts.add(run, { type: 'state.snapshot', payload: { state: event['snapshot'] } });
    return true;
  }

  delta({ delta }: JsonObject): void {
    const { facts, run } = this.mapping;
    if (!Array.isArray(delta)) {
      facts.diagnose('malformed', 'STATE_DELTA.delta', 'A state delta is no list of operations.');
      return;
    }
    const patch = delta.filter((operation) => isJsonObject(operation) && OPERATIONS.has(operation['op']));
    if (patch.length < delta.length) {
      facts.diagnose('malformed', 'STATE_DELTA.op', 'An operation of no known kind was left out of a delta.');
    }
    this.#state.delta(patch);
    facts.add(run, { type: 'state.delta', payload: { patch } });
  }
}
