import { adviseAuthor } from '../manifest/advise-author.js';
import { checkManifest } from '../manifest/check-manifest.js';
import { OuiError } from '../protocol/error-codes.js';
import type { SurfaceManifest } from '../protocol/manifest.js';
import type { ActionHandler } from '../surface/action-handler.js';
import type { RegisterOptions } from '../surface/register-options.js';
import type { Registration } from '../surface/surface.js';

/** Checked, copied, and with the concurrency that its options declare. */
export function admitted(
  manifest: SurfaceManifest,
  handlers: Record<string, ActionHandler>,
  options: RegisterOptions,
): Registration {
  const { concurrency = 1 } = options;
  const declared = concurrency > 1 ? { ...manifest, concurrency } : manifest;
  const faults = checkManifest(declared);
  if (faults.length > 0) {
    const list = faults.map(({ path, message }) => `${path || 'the manifest'} ${message}`).join('; ');
    throw new OuiError('oui:invalid_manifest', `This surface cannot be registered: ${list}.`, faults);
  }
  adviseAuthor(declared);
  return { manifest: JSON.parse(JSON.stringify(declared)) as SurfaceManifest, handlers, options };
}
