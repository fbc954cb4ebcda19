import { AgentSession, type AgentUiEvent, type SessionSnapshot } from 'oui-elements/agent-ui';

/** A session fed with these events by hand. */
export function fed(events: readonly AgentUiEvent[]): AgentSession {
  const session = new AgentSession();
  for (const event of events) session.dispatch(event);
  return session;
}

/** What is left to compare when only the arrival differed: not the notes about order, and not what was measured. */
export function factsOf(session: AgentSession): Omit<SessionSnapshot, 'diagnostics' | 'metrics'> {
  const { diagnostics: _, metrics: __, ...facts } = session.snapshot();
  return facts;
}

export interface Part {
  partId: string;
  type: string;
  text?: string;
  title?: string;
  reconciled?: string;
  toolCallId?: string;
}

export function partsOf(session: AgentSession, turnId = 'turn-1'): Part[] {
  const turn = session.snapshot().turns.find((record) => record['turnId'] === turnId);
  return (turn?.['parts'] ?? []) as Part[];
}

export function answerOf(session: AgentSession, messageId = 'm-1'): unknown {
  return session.snapshot().messages.find((record) => record['messageId'] === messageId)?.['text'];
}

export function recordOf(
  session: AgentSession,
  list: 'tools' | 'approvals' | 'runs',
  key: string,
  id: string,
): Readonly<Record<string, unknown>> | undefined {
  return session.snapshot()[list].find((record) => record[key] === id);
}

export const tool = (session: AgentSession, id: string) => recordOf(session, 'tools', 'toolCallId', id);
export const approval = (session: AgentSession, id: string) => recordOf(session, 'approvals', 'actionId', id);
export const run = (session: AgentSession, id = 'run-1') => recordOf(session, 'runs', 'runId', id);
