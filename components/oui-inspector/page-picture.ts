import { routesMatch, type SurfaceBus, type SurfaceRecord } from '../../src/oui/index.js';
import type { FaultySurface, PageFaults } from '../shared/page-faults.js';

/** A surface as the inspector lists it: registered, or so faulty that it is not. */
export interface ListedSurface {
  /** Unique in the list, and the same in the next picture. */
  readonly key: string;
  readonly surfaceId: string;
  readonly name: string;
  /** Absent where nothing is registered. */
  readonly record?: SurfaceRecord;
  readonly faults: FaultySurface['faults'];
}

/** Why agents are not offered a surface; a key of the wording. */
export type Reason =
  | 'inspector.whyFaulty'
  | 'inspector.whyOff'
  | 'inspector.whyActionsOff'
  | 'inspector.whyRoute'
  | 'inspector.whyPage';

/** What there is on a page now: what agents see first, then the rest. */
export function pagePicture(bus: SurfaceBus, faults: PageFaults): ListedSurface[] {
  const known = faults.list;
  const registered = bus.surfaces.map((record): ListedSurface => ({
    key: `surface ${record.surfaceId}`,
    surfaceId: record.surfaceId,
    name: record.name,
    record,
    faults: known
      .filter(({ surfaceId }) => surfaceId === record.surfaceId)
      .flatMap((faulty) => faulty.faults),
  }));
  const ids = new Set(registered.map(({ surfaceId }) => surfaceId));
  const others = known
    .filter(({ surfaceId }) => !ids.has(surfaceId))
    .map(({ surfaceId, faults }, index): ListedSurface => ({
      key: `fault ${surfaceId || index}`,
      surfaceId,
      name: surfaceId,
      faults,
    }));
  const rank = ({ record, faults }: ListedSurface) =>
    faults.length > 0 ? 0 : record?.state === 'active' ? 1 : 2;
  return [...registered, ...others].sort((a, b) => rank(a) - rank(b));
}

export function isActive({ record }: ListedSurface): boolean {
  return record?.state === 'active';
}

/** Nothing for a surface that is offered. */
export function whyInactive({ record }: ListedSurface, path: string): Reason | undefined {
  if (!record) return 'inspector.whyFaulty';
  if (record.state === 'active') return undefined;
  if (!record.enabled) return 'inspector.whyOff';
  if (record.actions.every(({ enabled }) => !enabled)) return 'inspector.whyActionsOff';
  return routesMatch(record.manifest.activation?.routes, path) ? 'inspector.whyPage' : 'inspector.whyRoute';
}

/** Whether everything that was asked for is somewhere in what people read of a surface. */
export function matchesSearch({ name, surfaceId, record }: ListedSurface, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { manifest } = record ?? {};
  const text = [
    name,
    surfaceId,
    manifest?.description,
    ...(manifest?.actions ?? []).flatMap(({ id, title, description, tags = [] }) => [
      id,
      title,
      description,
      ...tags,
    ]),
    ...(manifest?.observations ?? []).flatMap(({ id, description }) => [id, description]),
  ]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
