import type { ControlReceipt } from './adapter.js';

export const ACCEPTED: ControlReceipt = { status: 'accepted' };

/** @param reason a sentence for a person */
export function rejected(reason: string): ControlReceipt {
  return { status: 'rejected', reason };
}

export function unsupported(reason: string): ControlReceipt {
  return { status: 'unsupported', reason };
}
