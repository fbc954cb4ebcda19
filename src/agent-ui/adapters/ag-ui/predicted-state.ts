import { parse } from 'partial-json';
import { isJsonObject, parseJson } from '../../../base/json.js';
import type { Mapping } from './mapping.js';
import { idField } from './wire.js';

interface Prediction {
  key: string;
  tool: string;
  argument?: string;
}

/**
 * `CUSTOM PredictState` (LangGraph, ADK): an argument of a call is what a key of the state is about to be. It is shown
 * as a change of the state while the call is written, and never sent back: the next snapshot says what became of it.
 */
export class PredictedState {
  #predictions: Prediction[] = [];
  /** How much of a call was read when it was last looked at: it doubles, so that reading stays linear. */
  readonly #read = new Map<string, number>();
  #shown = false;

  constructor(private readonly mapping: Mapping) {}

  /** Any of the tools named is of use; LangGraph sends a list, older ones one object. */
  announced(value: unknown): void {
    this.#predictions = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item) => {
      const key = isJsonObject(item) ? idField(item, 'state_key') : undefined;
      const tool = isJsonObject(item) ? idField(item, 'tool') : undefined;
      if (key === undefined || tool === undefined) return [];
      return [{ key, tool, argument: idField(item as Record<string, unknown>, 'tool_argument') }];
    });
    if (this.#predictions.length === 0) {
      this.mapping.facts.diagnose('malformed', 'CUSTOM PredictState', 'PredictState predicts nothing.');
    }
  }

  written(toolCallId: string, complete: boolean): void {
    if (this.#predictions.length === 0) return;
    const call = this.mapping.history.calls.get(toolCallId);
    const wanted = this.#predictions.filter(({ tool }) => tool === call?.name);
    if (!call || wanted.length === 0) return;
    const text = call.pieces.join('');
    if (!complete && text.length < 2 * (this.#read.get(toolCallId) ?? 0)) return;
    this.#read.set(toolCallId, text.length);
    const args = complete ? parseJson(text) : beginningOf(text);
    if (!isJsonObject(args)) return;
    const patch = wanted.flatMap(({ key, argument }) => {
      const value = argument === undefined ? args : args[argument];
      return value === undefined ? [] : [{ op: 'add', path: `/${pointer(key)}`, value }];
    });
    if (patch.length === 0) return;
    this.#shown = true;
    this.mapping.facts.add(this.mapping.run, { type: 'state.delta', payload: { patch, predicted: true } });
  }

  /** A snapshot has come: it is the truth. */
  confirmed(): void {
    this.#shown = false;
  }

  /** The run is over, and no snapshot has said so: what was only predicted goes. */
  rollBack(): void {
    this.#predictions = [];
    this.#read.clear();
    if (!this.#shown) return;
    this.#shown = false;
    const { facts, run, thread } = this.mapping;
    const now = thread.state ? thread.state.current(() => {}) : {};
    facts.add(run, { type: 'state.snapshot', payload: { state: structuredClone(now) } });
  }
}

function pointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** What a JSON text says so far. */
function beginningOf(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
