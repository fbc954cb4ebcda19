import type { AgentSession } from '../../src/agent-ui/index.js';

/** Of sessions by their ids: a workbench that comes back makes its session anew. */
const drafts = new Map<string, string>();

/** What a person has written and not sent in this session: a composer may come and go. */
export function draftOf(session: AgentSession): string {
  return session.draft || (drafts.get(session.sessionId) ?? '');
}

export function keepDraft(session: AgentSession, text: string): void {
  session.draft = text;
  if (text) drafts.set(session.sessionId, text);
  else drafts.delete(session.sessionId);
}
