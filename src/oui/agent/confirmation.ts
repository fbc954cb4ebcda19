import type { ActionManifest } from '../protocol/manifest.js';

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
      title: action.title || action.id,
      description: action.description,
      params: structuredClone(params),
      destructive: isDestructive(action),
    });
    return answer === true;
  } catch {
    return false;
  }
}
