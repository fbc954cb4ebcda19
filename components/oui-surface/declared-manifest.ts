import type { Activation, ManifestFault, SurfaceManifest } from '../../src/oui/index.js';
import type { ActionDeclaration, ObservationDeclaration } from '../shared/declaration.js';
import type { JsonChildren } from '../shared/json-child.js';
import { lostProperties } from '../shared/lost-properties.js';
import type { OuiSurface } from './oui-surface.js';

/** The manifest that attributes and declarations amount to. What is switched off by `disabled` is not in it. */
export function declaredManifest(
  surface: OuiSurface,
  actions: readonly ActionDeclaration[],
  observations: readonly ObservationDeclaration[],
  metadata: SurfaceManifest['metadata'],
): SurfaceManifest {
  const activation = activationOf(surface);
  return {
    id: surface.surfaceId,
    name: surface.name,
    description: surface.description,
    ...(surface.version && { version: surface.version }),
    actions: actions.map((action) => action.manifest()),
    ...(observations.length > 0 && {
      observations: observations.map((observation) => observation.manifest()),
    }),
    ...(activation && { activation }),
    ...(surface.concurrency !== 1 && { concurrency: surface.concurrency }),
    ...(metadata && { metadata }),
  };
}

function activationOf({ routes, entityType, entityId, condition }: OuiSurface): Activation | undefined {
  const patterns = routes?.split(/\s+/).filter(Boolean) ?? [];
  if (patterns.length === 0 && !entityType && !condition) return undefined;
  return {
    ...(patterns.length > 0 && { routes: patterns }),
    ...(entityType && { entity: { type: entityType, ...(entityId && { id: entityId }) } }),
    ...(condition && { condition }),
  };
}

/** What is wrong with the surface's own JSON and properties; then nothing of it is offered. */
export function ownFaults(surface: OuiSurface, json: JsonChildren): ManifestFault[] {
  const wrong = (['manifest', 'metadata'] as const).flatMap((member) =>
    json.faults([member]).map((message) => ({ member, message })),
  );
  return [...wrong, ...lostProperties(surface)].map(({ member: path, message }) => ({ path, message }));
}

/** What the declarations know to be wrong and their manifests do not show. */
export function declarationFaults(
  actions: readonly ActionDeclaration[],
  observations: readonly ObservationDeclaration[],
): ManifestFault[] {
  const lists = { actions, observations };
  return Object.entries(lists).flatMap(([list, declarations]) =>
    declarations.flatMap((declaration, index) =>
      declaration.faults().map(({ member, message }) => ({ path: `${list}[${index}].${member}`, message })),
    ),
  );
}
