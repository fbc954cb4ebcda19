import { OuiError } from '../protocol/error-codes.js';
import type { Surface } from '../surface/surface.js';

/** Why a surface is not active: nobody has it, a person switched it off, the application says no, or the URL. */
export type UnavailableReason = 'unknown' | 'switched-off' | 'inactive' | 'route';

const SENTENCES: Record<UnavailableReason, string> = {
  unknown: 'there is none of this id now',
  'switched-off': 'a person has switched it off',
  inactive: 'the application does not offer it now',
  route: 'it belongs to other routes of the application',
};

/** OUI-S7, with `details.reason`, and with `details.activation` where that tells how to get there. */
export function unavailable(surfaceId: string, surface: Surface | undefined): OuiError {
  const reason = reasonOf(surface);
  const activation = reason === 'route' || reason === 'inactive' ? surface?.manifest.activation : undefined;
  return new OuiError(
    'SURFACE_UNAVAILABLE',
    `The surface ${surfaceId} is not active now: ${SENTENCES[reason]}.`,
    { reason, ...(activation && { activation }) },
  );
}

function reasonOf(surface: Surface | undefined): UnavailableReason {
  if (!surface?.present || !surface.mounted) return 'unknown';
  if (!surface.switches.on || surface.wire.actions.length === 0) return 'switched-off';
  return surface.wanted ? 'route' : 'inactive';
}
