import { isJsonObject } from '../../base/json.js';
import type { SurfaceManifest } from '../protocol/manifest.js';
import type { ObservationValues } from '../protocol/messages.js';
import { readManifest } from './read-manifest.js';

interface Belief {
  value: unknown;
  timestamp: number;
}

/** What one client has said about itself (OUI-R10): its active surfaces and their observations. */
export class ClientView {
  readonly #surfaces = new Map<string, SurfaceManifest>();
  readonly #observations = new Map<string, Map<string, Belief>>();

  get surfaces(): readonly SurfaceManifest[] {
    return [...this.#surfaces.values()];
  }

  get observations(): ObservationValues {
    return Object.fromEntries(
      [...this.#observations].map(([surfaceId, beliefs]) => [
        surfaceId,
        Object.fromEntries([...beliefs].map(([id, { value }]) => [id, value])),
      ]),
    );
  }

  surface(surfaceId: string): SurfaceManifest | undefined {
    return this.#surfaces.get(surfaceId);
  }

  value(surfaceId: string, observationId: string): unknown {
    return this.#observations.get(surfaceId)?.get(observationId)?.value;
  }

  /** False when there is no surface in what came. */
  register(manifest: unknown): boolean {
    const surface = readManifest(manifest);
    if (!surface) return false;
    this.#surfaces.set(surface.id, surface);
    const beliefs = this.#beliefs(surface.id);
    const declared = new Set(surface.observations?.map(({ id }) => id));
    for (const id of beliefs.keys()) if (!declared.has(id)) beliefs.delete(id);
    return true;
  }

  deregister(surfaceId: string): void {
    this.#surfaces.delete(surfaceId);
    this.#observations.delete(surfaceId);
  }

  /** Takes a value unless a later one is known (OUI-R8). */
  update(surfaceId: string, observationId: string, value: unknown, timestamp: unknown): void {
    if (!this.#surfaces.has(surfaceId)) return;
    const beliefs = this.#beliefs(surfaceId);
    const known = beliefs.get(observationId);
    const at = typeof timestamp === 'number' ? timestamp : (known?.timestamp ?? 0);
    if (!known || at >= known.timestamp) beliefs.set(observationId, { value, timestamp: at });
  }

  /** Takes the state that a result carries in place of what was believed (OUI-R11). Returns who is gone. */
  replace(surfaces: unknown, observations: unknown, timestamp: unknown): string[] {
    const gone = Array.isArray(surfaces) ? this.#replaceSurfaces(surfaces) : [];
    if (!isJsonObject(observations)) return gone;
    for (const surfaceId of this.#surfaces.keys()) {
      const values = Object.hasOwn(observations, surfaceId) ? observations[surfaceId] : {};
      if (isJsonObject(values)) this.#replaceValues(surfaceId, values, timestamp);
    }
    return gone;
  }

  /** Forgets everything. Returns who is gone. */
  clear(): string[] {
    const gone = [...this.#surfaces.keys()];
    this.#surfaces.clear();
    this.#observations.clear();
    return gone;
  }

  #replaceSurfaces(manifests: unknown[]): string[] {
    const before = [...this.#surfaces.keys()];
    const now = manifests.map(readManifest).filter((surface) => surface !== undefined);
    const ids = new Set(now.map(({ id }) => id));
    const gone = before.filter((id) => !ids.has(id));
    for (const id of gone) this.deregister(id);
    for (const surface of now) this.register(surface);
    return gone;
  }

  #replaceValues(surfaceId: string, values: Record<string, unknown>, timestamp: unknown): void {
    const beliefs = this.#beliefs(surfaceId);
    for (const [id, { timestamp: known }] of [...beliefs]) {
      const older = typeof timestamp !== 'number' || known <= timestamp;
      if (older && !Object.hasOwn(values, id)) beliefs.delete(id);
    }
    for (const [id, value] of Object.entries(values)) this.update(surfaceId, id, value, timestamp);
  }

  #beliefs(surfaceId: string): Map<string, Belief> {
    let beliefs = this.#observations.get(surfaceId);
    if (!beliefs) {
      beliefs = new Map();
      this.#observations.set(surfaceId, beliefs);
    }
    return beliefs;
  }
}
