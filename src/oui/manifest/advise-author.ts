import { devWarning } from '../../base/dev-warning.js';
import { unboundedPlaces, undescribedProperties } from '../../base/json-schema/unbounded.js';
import type { ActionManifest, SurfaceManifest } from '../protocol/manifest.js';

/** Points out, once and in development only, what is legal and yet a risk (§1, OUI-X3, OUI-X4). */
export function adviseAuthor(manifest: SurfaceManifest): void {
  for (const action of manifest.actions) adviseAction(`${manifest.id}.${action.id}`, action);
}

function adviseAction(name: string, action: ActionManifest): void {
  const unbounded = unboundedPlaces(action.input);
  if (unbounded.length > 0) {
    devWarning(
      'oui:unbounded_input',
      `${name}: give ${unbounded.join(', ')} a maxLength (texts) or maxItems (lists), so that an agent cannot send without end.`,
    );
  }
  if (action.tags?.includes('destructive') && !action.confirm && action.effect !== 'transaction') {
    devWarning(
      'oui:destructive_without_confirm',
      `${name}: it is tagged destructive; set confirm, so that a person is asked before it runs.`,
    );
  }
  const undescribed = undescribedProperties(action.input);
  if (undescribed.length > 0) {
    devWarning(
      'oui:missing_description',
      `${name}: describe ${undescribed.join(', ')}; an agent knows a property only by its description.`,
    );
  }
}
