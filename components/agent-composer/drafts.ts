/** What people have written and not sent, for each session: a composer may come and go. Never stored. */
const drafts = new Map<string, string>();

export function draftOf(sessionId: string): string {
  return drafts.get(sessionId) ?? '';
}

export function keepDraft(sessionId: string, text: string): void {
  if (text) drafts.set(sessionId, text);
  else drafts.delete(sessionId);
}
