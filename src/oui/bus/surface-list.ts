import type { SurfaceManifest } from '../protocol/manifest.js';
import { surfacesHash } from '../protocol/surfaces-hash.js';
import type { Surface } from '../surface/surface.js';

const lengths = new WeakMap<readonly SurfaceManifest[], number>();

/** How long the JSON of a list of surfaces is, in UTF-16 units; worked out once for each list. */
export function surfacesLength(surfaces: readonly SurfaceManifest[]): number {
  let length = lengths.get(surfaces);
  if (length === undefined) {
    length = JSON.stringify(surfaces).length;
    lengths.set(surfaces, length);
  }
  return length;
}

/** What agents are told of all active surfaces: the same list and hash as long as nothing about them changes. */
export class SurfaceList {
  #surfaces: readonly SurfaceManifest[] = [];
  #hash: string | undefined;

  take(active: readonly Surface[]): { surfaces: readonly SurfaceManifest[]; surfacesHash: string } {
    const known = this.#surfaces;
    if (active.length !== known.length || active.some(({ wire }, index) => wire !== known[index])) {
      this.#surfaces = Object.freeze(active.map(({ wire }) => wire));
      this.#hash = undefined;
    }
    this.#hash ??= surfacesHash(this.#surfaces);
    return { surfaces: this.#surfaces, surfacesHash: this.#hash };
  }
}
