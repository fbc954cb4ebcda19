import { deepEqual } from '../../base/deep-equal.js';
import { devWarning } from '#dev-warning';
import { pointerTokens } from '../../base/json-schema/resolve-ref.js';
import { isJsonObject, type JsonObject } from '../../base/json.js';
import type { ActionResultPayload } from '../protocol/messages.js';
import { MAX_ID, MAX_SURFACES, MAX_TOTAL_WEIGHT, weigh } from './bounds.js';
import { ObservationBeliefs } from './observation-beliefs.js';
import { isUsableId, readManifest, type KnownAction, type KnownSurface } from './read-manifest.js';

interface Entry {
  /** As it came, so that the same again changes nothing: not the schemas that have been compiled, for one. */
  raw: JsonObject;
  surface: KnownSurface;
  weight: number;
}

/** The state of the client that a result carries. */
type ClientState = Partial<
  Pick<ActionResultPayload, 'surfaces' | 'index' | 'surfacesHash' | 'observations' | 'fit' | 'timestamp'>
>;

/** What one client has said about itself (OUI-R10): its active surfaces and their observations. Bounded. */
export class ClientView {
  readonly observations = new ObservationBeliefs();
  readonly #entries = new Map<string, Entry>();
  #weight = 0;
  #surfacesHash: string | undefined;
  /** Who asks a person (OUI-E2), as the client said last. What it has not said is this end's business. */
  confirmBy: unknown;

  get surfaces(): readonly KnownSurface[] {
    return Array.from(this.#entries.values(), ({ surface }) => surface);
  }

  /**
   * What the client itself called the list that is believed now (OUI-E4). It is only ever given back to the
   * client; `undefined` when the list has changed since.
   */
  get surfacesHash(): string | undefined {
    return this.#surfacesHash;
  }

  surface(surfaceId: string): KnownSurface | undefined {
    return this.#entries.get(surfaceId)?.surface;
  }

  /** Takes a manifest in place of an earlier one. Ignores with a warning what is none, or is too much to keep. */
  register(manifest: unknown): void {
    if (!isJsonObject(manifest) || !isUsableId(manifest['id'])) {
      devWarning('oui:malformed_message', () => 'A manifest has no usable id; it was ignored.');
      return;
    }
    const before = this.#entries.get(manifest['id']);
    // Too deep or too large is found first: what follows may then look at all of it.
    const weight = weigh(manifest);
    const tooMany = !before && this.#entries.size >= MAX_SURFACES;
    if (weight === undefined || tooMany || this.#isFull(weight - (before?.weight ?? 0))) {
      devWarning(
        'oui:peer_too_large',
        () =>
          'A surface was ignored: its manifest is too large or too deep, or the page has too many surfaces.',
      );
      // What it was before is not true any more.
      this.deregister(manifest['id']);
      return;
    }
    if (before && deepEqual(before.raw, manifest)) return;
    this.#put(manifest, withKnownDefinitions(readManifest(manifest)!, before?.surface), weight);
  }

  deregister(surfaceId: string): void {
    const entry = this.#entries.get(surfaceId);
    if (!entry) return;
    this.#entries.delete(surfaceId);
    this.#weight -= entry.weight;
    this.#surfacesHash = undefined;
    this.observations.forget(surfaceId);
  }

  /** Takes a value of a surface that is known. Returns the value that counts now (OUI-R8). */
  update(surfaceId: string, observationId: string, value: unknown, timestamp: unknown): unknown {
    if (!this.#entries.has(surfaceId)) return value;
    return this.observations.update(surfaceId, observationId, value, timestamp);
  }

  /** Takes the definitions that were fetched in place of their index entries (OUI-E6). */
  define(surfaceId: string, definitions: readonly KnownAction[]): void {
    const entry = this.#entries.get(surfaceId);
    if (!entry) return;
    const weight = entry.weight + (weigh(definitions) ?? Infinity);
    if (this.#isFull(weight - entry.weight)) return;
    const actions = entry.surface.actions.map((action) => {
      const definition = action.indexed && definitions.find(({ id }) => id === action.id);
      return definition ? defined(action, definition) : action;
    });
    this.#entries.set(surfaceId, { raw: entry.raw, surface: { ...entry.surface, actions }, weight });
    this.#weight += weight - entry.weight;
  }

  /**
   * Takes the state that a result carries in place of what was believed (OUI-R11); what it leaves out stays
   * (OUI-E4, OUI-E8). Returns who is gone.
   */
  replace({ surfaces, index, surfacesHash, observations, fit, timestamp }: ClientState): string[] {
    const list: unknown = surfaces ?? index;
    let gone: string[] = [];
    if (Array.isArray(list)) {
      gone = this.#replaceSurfaces(list);
      this.#surfacesHash = isHash(surfacesHash) ? surfacesHash : undefined;
    } else if (surfacesHash !== undefined && surfacesHash !== this.#surfacesHash) {
      // The client has another list than the one that is believed: it must tell it whole next time.
      this.#surfacesHash = undefined;
    }
    if (isJsonObject(observations)) {
      this.observations.replace(this.#entries.keys(), observations, timestamp, cutsOf(fit));
    }
    return gone;
  }

  /** Forgets everything. */
  clear(): void {
    this.#entries.clear();
    this.observations.clear();
    this.#weight = 0;
    this.#surfacesHash = undefined;
    this.confirmBy = undefined;
  }

  #replaceSurfaces(manifests: readonly unknown[]): string[] {
    const ids = new Set(manifests.map((manifest) => isJsonObject(manifest) && manifest['id']));
    const gone = [...this.#entries.keys()].filter((id) => !ids.has(id));
    for (const id of gone) this.deregister(id);
    for (const manifest of manifests) this.register(manifest);
    return gone;
  }

  #isFull(more: number): boolean {
    return this.#weight + this.observations.weight + more > MAX_TOTAL_WEIGHT;
  }

  #put(raw: JsonObject, surface: KnownSurface, weight: number): void {
    this.#weight += weight - (this.#entries.get(surface.id)?.weight ?? 0);
    this.#entries.set(surface.id, { raw, surface, weight });
    this.#surfacesHash = undefined;
    this.observations.keepOnly(surface.id, new Set(surface.observations?.map(({ id }) => id)));
  }
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID;
}

/** Which observations of a result are not whole (OUI-E7). */
function cutsOf(fit: unknown): (surfaceId: string, observationId: string) => boolean {
  const cuts: unknown = isJsonObject(fit) ? fit['cuts'] : undefined;
  if (!Array.isArray(cuts)) return () => false;
  const cut = new Set<string>();
  for (const one of cuts as unknown[]) {
    const path: unknown = isJsonObject(one) ? one['path'] : undefined;
    if (typeof path !== 'string' || !path.startsWith('/observations/')) continue;
    const [, surfaceId, observationId] = pointerTokens(path);
    if (observationId === undefined) return () => true;
    cut.add(JSON.stringify([surfaceId, observationId]));
  }
  return (surfaceId, observationId) => cut.has(JSON.stringify([surfaceId, observationId]));
}

/** A hash that has not changed stands for a definition that has not: it need not be fetched again. */
function withKnownDefinitions(surface: KnownSurface, before: KnownSurface | undefined): KnownSurface {
  if (!before || !surface.actions.some(({ indexed }) => indexed)) return surface;
  const known = new Map(before.actions.map((action) => [action.id, action]));
  const actions = surface.actions.map((action) => {
    const earlier = known.get(action.id);
    const same = earlier && !earlier.indexed && earlier.definitionHash === action.definitionHash;
    return action.indexed && same && action.definitionHash !== undefined ? earlier : action;
  });
  return { ...surface, actions };
}

/** The index may ask for more confirmation than the definition, never for less. */
function defined(entry: KnownAction, definition: KnownAction): KnownAction {
  const { definitionHash = entry.definitionHash } = definition;
  return {
    ...definition,
    ...(definitionHash === undefined ? {} : { definitionHash }),
    ...(entry.confirm ? { confirm: true } : {}),
  };
}
