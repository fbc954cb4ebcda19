import { devWarning } from '#dev-warning';
import {
  explosivePatterns,
  unboundedPlaces,
  undescribedProperties,
} from '../../base/json-schema/risky-places.js';
import type { ActionManifest, ObservationManifest, SurfaceManifest } from '../protocol/manifest.js';

/** See `adviseAuthor`. */
export function advise(manifest: SurfaceManifest): void {
  for (const action of manifest.actions) adviseAction(`${manifest.id}.${action.id}`, action);
  for (const observation of manifest.observations ?? []) {
    adviseOnPatterns(`${manifest.id}.${observation.id}`, observation.schema);
  }
}

function adviseAction(name: string, action: ActionManifest): void {
  const unbounded = unboundedPlaces(action.input);
  if (unbounded.length > 0) {
    devWarning(
      'oui:unbounded_input',
      () =>
        `${name}: give ${unbounded.join(', ')} a maxLength (texts) or maxItems (lists), so that an agent cannot send without end.`,
    );
  }
  if (action.tags?.includes('destructive') && !action.confirm && action.effect !== 'transaction') {
    devWarning(
      'oui:destructive_without_confirm',
      () => `${name}: it is tagged destructive; set confirm, so that a person is asked before it runs.`,
    );
  }
  const undescribed = undescribedProperties(action.input);
  if (undescribed.length > 0) {
    devWarning(
      'oui:missing_description',
      () => `${name}: describe ${undescribed.join(', ')}; an agent knows a property only by its description.`,
    );
  }
  adviseOnPatterns(name, action.input);
}

function adviseOnPatterns(name: string, schema: ObservationManifest['schema']): void {
  const patterns = explosivePatterns(schema);
  if (patterns.length === 0) return;
  devWarning(
    'oui:slow_pattern',
    () =>
      `${name}: ${patterns.join(', ')} can take for ever to match, so texts of more than 20 characters never fit; let no repeated part begin like what follows it.`,
  );
}
