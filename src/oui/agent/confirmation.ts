import type { ActionManifest } from '../protocol/manifest.js';
import { shorten } from '../protocol/shorten.js';

/** What is longer than this nobody reads before saying yes. */
const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 2_000;

/** What a person must know before saying yes (OUI-R5). */
export interface ConfirmationRequest {
  surfaceId: string;
  actionId: string;
  /** What a person reads; the action's id when it has no title. */
  title: string;
  /** What it will do. */
  description: string;
  /** A copy: what is confirmed is what is sent. */
  params: Record<string, unknown>;
  /** Tagged `destructive`, or of effect `transaction`. */
  destructive: boolean;
}

/** Asks a person. Anything but `true` means no. */
export type Confirm = (request: ConfirmationRequest) => Promise<boolean>;

/** OUI-R5, and OUI-E1: what cannot be undone outside the page always asks. */
export function needsConfirmation(action: ActionManifest): boolean {
  return action.confirm === true || action.effect === 'transaction';
}

export function isDestructive({ tags, effect }: Pick<ActionManifest, 'tags' | 'effect'>): boolean {
  return effect === 'transaction' || (Array.isArray(tags) && tags.includes('destructive'));
}

/** A person's yes. With nobody to ask, with a refusal, and with a failure to ask, the answer is no. */
export async function isConfirmed(
  confirm: Confirm | undefined,
  surfaceId: string,
  action: ActionManifest,
  params: Record<string, unknown>,
): Promise<boolean> {
  if (!confirm) return false;
  try {
    const answer: unknown = await confirm({
      surfaceId,
      actionId: action.id,
      title: shorten(action.title || action.id, LONGEST_TITLE),
      description: shorten(action.description, LONGEST_DESCRIPTION),
      params: structuredClone(params),
      destructive: isDestructive(action),
    });
    return answer === true;
  } catch {
    return false;
  }
}
