import type { Runtime } from '../../base/runtime.js';
import { isDestructive, type ConfirmationRequest } from '../protocol/confirmation.js';
import type { ActionManifest } from '../protocol/manifest.js';
import { shorten } from '../../base/shorten.js';

/** What is longer than this nobody reads before saying yes. */
const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 2_000;

/** Asks a person. Anything but `true` means no. */
export type Confirm = (request: ConfirmationRequest) => Promise<boolean>;

/**
 * A person's yes. With nobody to ask, with a refusal, with a failure to ask, and without an answer in time, the
 * answer is no.
 */
export async function isConfirmed(
  confirm: Confirm | undefined,
  surfaceId: string,
  action: ActionManifest,
  params: Record<string, unknown>,
  runtime: Runtime,
  withinMs: number,
): Promise<boolean> {
  if (!confirm) return false;
  let cancel = () => {};
  const late = new Promise<boolean>((resolve) => {
    cancel = runtime.after(withinMs, () => resolve(false));
  });
  try {
    const answer: Promise<unknown> = confirm({
      surfaceId,
      actionId: action.id,
      title: shorten(action.title || action.id, LONGEST_TITLE),
      description: shorten(action.description, LONGEST_DESCRIPTION),
      params: structuredClone(params),
      destructive: isDestructive(action),
      ...(action.effect && { effect: action.effect }),
    });
    return (await Promise.race([answer, late])) === true;
  } catch {
    return false;
  } finally {
    cancel();
  }
}
