import { devWarning } from '#dev-warning';
import { isJsonObject, type JsonObject } from '../../base/json.js';
import type { ObservationValues } from '../protocol/messages.js';
import { MAX_OBSERVATIONS, MAX_TOTAL_WEIGHT, weigh } from './bounds.js';
import { isUsableId } from './read-manifest.js';

interface Belief {
  value: unknown;
  timestamp: number;
  weight: number;
}

/** The last known value of each observation of each surface (OUI-R8), as far as there is room for it. */
export class ObservationBeliefs {
  readonly #surfaces = new Map<string, Map<string, Belief>>();
  #weight = 0;

  get weight(): number {
    return this.#weight;
  }

  /** Of the surfaces that are wanted. */
  values(isWanted: (surfaceId: string) => boolean): ObservationValues {
    const values: ObservationValues = {};
    for (const [surfaceId, beliefs] of this.#surfaces) {
      if (!isWanted(surfaceId)) continue;
      values[surfaceId] = Object.fromEntries(Array.from(beliefs, ([id, { value }]) => [id, value]));
    }
    return values;
  }

  /** Takes a value unless a later one is known. Returns the one that counts, also when there is no room for it. */
  update(surfaceId: string, observationId: string, value: unknown, timestamp: unknown): unknown {
    if (!isUsableId(observationId)) return value;
    const beliefs = this.#of(surfaceId);
    const known = beliefs.get(observationId);
    const at = typeof timestamp === 'number' ? timestamp : (known?.timestamp ?? 0);
    if (known && at < known.timestamp) return known.value;
    const weight = weigh(value);
    const total = this.#weight - (known?.weight ?? 0) + (weight ?? 0);
    const full = total > MAX_TOTAL_WEIGHT / 2 || (!known && beliefs.size >= MAX_OBSERVATIONS);
    if (weight === undefined || full) {
      // Better nothing than what is not true any more.
      this.#delete(beliefs, observationId);
      devWarning(
        'oui:peer_too_large',
        () =>
          'The value of an observation was not kept: it is too large or too deep, or the page has too many of them.',
      );
      return value;
    }
    beliefs.set(observationId, { value, timestamp: at, weight });
    this.#weight = total;
    return value;
  }

  /**
   * Takes the values that a result carries in place of those that are not newer (OUI-R11). Of one that was cut
   * (OUI-E7) nothing is taken where the whole is believed.
   */
  replace(
    surfaceIds: Iterable<string>,
    observations: JsonObject,
    timestamp: unknown,
    wasCut: (surfaceId: string, observationId: string) => boolean,
  ): void {
    for (const surfaceId of surfaceIds) {
      const values = Object.hasOwn(observations, surfaceId) ? observations[surfaceId] : {};
      if (!isJsonObject(values)) continue;
      const beliefs = this.#of(surfaceId);
      for (const [id, { timestamp: known }] of [...beliefs]) {
        const older = typeof timestamp !== 'number' || known <= timestamp;
        if (older && !Object.hasOwn(values, id)) this.#delete(beliefs, id);
      }
      for (const id of Object.keys(values)) {
        const kept = wasCut(surfaceId, id) && (beliefs.has(id) || values[id] === null);
        if (!kept) this.update(surfaceId, id, values[id], timestamp);
      }
    }
  }

  /** Forgets what is not declared any more. */
  keepOnly(surfaceId: string, declared: ReadonlySet<string>): void {
    const beliefs = this.#of(surfaceId);
    for (const id of [...beliefs.keys()]) if (!declared.has(id)) this.#delete(beliefs, id);
  }

  forget(surfaceId: string): void {
    this.keepOnly(surfaceId, new Set());
    this.#surfaces.delete(surfaceId);
  }

  clear(): void {
    this.#surfaces.clear();
    this.#weight = 0;
  }

  #delete(beliefs: Map<string, Belief>, id: string): void {
    this.#weight -= beliefs.get(id)?.weight ?? 0;
    beliefs.delete(id);
  }

  #of(surfaceId: string): Map<string, Belief> {
    let beliefs = this.#surfaces.get(surfaceId);
    if (!beliefs) {
      beliefs = new Map();
      this.#surfaces.set(surfaceId, beliefs);
    }
    return beliefs;
  }
}
