import type { OptimisticMessage } from './selectors/selector-context.js';

/** What a person has sent, until the runtime speaks of it (R10). No facts: the interface's own. */
export class SentMessages {
  constructor(public list: readonly OptimisticMessage[] = []) {}

  /** Shown at once; those that failed before make room. */
  add(message: Omit<OptimisticMessage, 'state'>): void {
    const going = this.list.filter(({ state }) => state === 'optimistic');
    this.list = [...going, { ...message, state: 'optimistic' }];
  }

  fail(clientId: string, reason: string | undefined): void {
    this.list = this.list.map((message) =>
      message.clientId === clientId ? { ...message, state: 'failed', reason } : message,
    );
  }

  /** Lets go of what facts speak of now; says whether there was any. */
  settle(clientIds: ReadonlySet<string>): boolean {
    const open = this.list.filter(({ clientId }) => !clientIds.has(clientId));
    const settled = open.length < this.list.length;
    if (settled) this.list = open;
    return settled;
  }
}
