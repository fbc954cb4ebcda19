import type { ActionEffect, ActionManifest } from './manifest.js';

/**
 * OUI-E2: who asks a person. `runtime`: the agent's end does, before it sends (OUI-R5). `page`: the page does,
 * before the handler runs. `grant`: a yes has been recorded on the page with `bus.grantApproval` (OUI-E3).
 */
export type ConfirmBy = 'runtime' | 'page' | 'grant';

/** What a person must know before saying yes (OUI-R5), whoever asks. */
export interface ConfirmationRequest {
  surfaceId: string;
  actionId: string;
  /** What a person reads; the action's id when it has no title. */
  title: string;
  /** What it will do. */
  description: string;
  /** A copy: what is confirmed is what runs. */
  params: Record<string, unknown>;
  /** Tagged `destructive`, or of effect `transaction`. */
  destructive: boolean;
  /** OUI-E1, where the author has declared it. */
  effect?: ActionEffect;
}

/** OUI-R5, and OUI-E1: what cannot be undone outside the page always asks. */
export function needsConfirmation({ confirm, effect }: Pick<ActionManifest, 'confirm' | 'effect'>): boolean {
  return confirm === true || effect === 'transaction';
}

export function isDestructive({ tags, effect }: Pick<ActionManifest, 'tags' | 'effect'>): boolean {
  return effect === 'transaction' || (Array.isArray(tags) && tags.includes('destructive'));
}
