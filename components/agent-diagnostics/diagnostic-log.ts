import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { redact } from '../../src/base/redact.js';
import { VERSION } from '../../src/base/version.js';

/**
 * What happened, as JSON without secrets. A new session that is given its `events` has the same facts:
 * `new AgentSession(undefined, { sessionId: log.sessionId }).dispatch(log.events)`.
 */
export function diagnosticLog(session: AgentSession, now = new Date()): string {
  const { diagnostics, metrics } = session.view('diagnostics').get();
  const { connection, connectionDetail } = session.view('runtime_status').get();
  const { recording } = session;
  const log = {
    library: VERSION,
    exportedAt: now.toISOString(),
    sessionId: session.sessionId,
    connection: { state: connection, detail: connectionDetail },
    capabilities: session.capabilities,
    complete: recording?.complete ?? false,
    events: recording?.events ?? [],
    requests: session.writes,
    diagnostics,
    metrics,
  };
  return JSON.stringify(redact(log), null, 2);
}
