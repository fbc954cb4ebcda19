import type { SurfaceManifest } from '../protocol/manifest.js';
import type { SurfaceState } from '../surface/mounted-surface.js';
import type { Surface } from '../surface/surface.js';

/** A surface as people see it (OUI-R12). A plain copy. */
export interface SurfaceRecord {
  surfaceId: string;
  name: string;
  state: SurfaceState;
  /** False: a person has switched the surface off. */
  enabled: boolean;
  /** The whole, also what is switched off. */
  manifest: SurfaceManifest;
  actions: readonly { id: string; enabled: boolean }[];
  /** Current values of what has been published or read. */
  observations: Readonly<Record<string, unknown>>;
  /** How many actions are under way or waiting. */
  busy: number;
}

export function recordOf(surface: Surface): SurfaceRecord {
  const { manifest } = surface;
  return {
    surfaceId: surface.id,
    name: manifest.name,
    state: surface.active ? 'active' : 'inactive',
    enabled: surface.switches.on,
    manifest,
    actions: manifest.actions.map(({ id }) => ({ id, enabled: surface.actionEnabled(id) })),
    observations: surface.publisher.known(),
    busy: surface.jobs.size,
  };
}
