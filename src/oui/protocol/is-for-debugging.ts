import type { ActionManifest, SurfaceManifest } from './manifest.js';

/**
 * Offered only to those who ask for tools of developers: a surface with `metadata.debugging` true, an action tagged
 * `debugging`.
 */
export function isForDebugging(
  { metadata }: Pick<SurfaceManifest, 'metadata'>,
  { tags }: Pick<ActionManifest, 'tags'>,
): boolean {
  return metadata?.['debugging'] === true || tags?.includes('debugging') === true;
}
