import { previewOutput } from '../agent-ui/adapters/output-preview.js';
import type { AgentSession } from '../agent-ui/agent-session.js';
import type { AgentUiEvent } from '../agent-ui/events/event.js';
import type { SurfaceBus } from '../oui/bus/surface-bus.js';
import type { Invocation, InvocationEvent } from '../oui/protocol/invocation-log.js';
import { actionTitle } from './action-title.js';

export interface OuiActivityOptions {
  /** Clients whose calls are shown already, by the name that they gave the bus: the page's own tools of this session. */
  except?: readonly string[];
}

/** Milliseconds of silence after which what a client does is told as something new. */
const ONE_TURN_MS = 60_000;

/**
 * Shows what agents do to this page through OUI as tool calls of a session, whoever the agent is (OUI-R12). What is
 * in the bus's log already comes first. Values are as the log has them: without secrets, and cut where long.
 * @returns ends it; what was shown stays
 */
export function ouiActivity(
  bus: SurfaceBus,
  session: AgentSession,
  { except = [] }: OuiActivityOptions = {},
): () => void {
  const turns = new Map<string, { turnId: string; at: number }>();
  const turnOf = ({ client = '', requestId, startedAt }: Invocation): string => {
    const last = turns.get(client);
    const turnId = last && startedAt - last.at < ONE_TURN_MS ? last.turnId : `oui:${requestId}`;
    turns.set(client, { turnId, at: startedAt });
    return turnId;
  };
  const placed = new Map<string, string>();
  const show = (invocation: Invocation): void => {
    const { requestId, client } = invocation;
    if (client !== undefined && except.includes(client)) return;
    let turnId = placed.get(requestId);
    const isNew = turnId === undefined;
    if (turnId === undefined) placed.set(requestId, (turnId = turnOf(invocation)));
    session.dispatch(eventsOf(bus, invocation, turnId, isNew));
  };
  const hear = (event: Event): void => show((event as InvocationEvent).invocation);
  bus.log.forEach(show);
  bus.addEventListener('invocation', hear);
  return () => bus.removeEventListener('invocation', hear);
}

function eventsOf(bus: SurfaceBus, invocation: Invocation, turnId: string, isNew: boolean): AgentUiEvent[] {
  const { requestId, state, client, startedAt, durationMs } = invocation;
  const event = (type: AgentUiEvent['type'], payload: object): AgentUiEvent =>
    ({
      type,
      turnId,
      toolCallId: `oui:${requestId}`,
      owner: 'tool',
      timestamp: new Date(startedAt + (durationMs ?? 0)).toISOString(),
      ...(client === undefined ? {} : { agentName: client }),
      payload,
    }) as AgentUiEvent;
  const events: AgentUiEvent[] = [];
  if (isNew) {
    const { surfaceId, actionId } = invocation;
    const name = `${surfaceId}.${actionId}`;
    const startedAtText = new Date(startedAt).toISOString();
    events.push(
      event('tool.started', {
        name,
        title: titleOf(bus, invocation),
        status: 'running',
        startedAt: startedAtText,
      }),
      event('tool.args', { args: invocation.params, state: 'input-available' }),
    );
  }
  if (state === 'acknowledged') events.push(event('tool.progress', progressOf(invocation)));
  if (state === 'succeeded')
    events.push(event('tool.result', { ...previewOutput(invocation.data ?? null), durationMs }));
  if (state === 'failed') {
    const { code = 'INTERNAL_ERROR', message = '', details } = invocation.error ?? {};
    events.push(
      event('tool.failed', {
        error: { code, message, ...(details === undefined ? {} : { details }) },
        durationMs,
        declined: code === 'ACTION_DENIED' || undefined,
        timedOut: code === 'TIMEOUT' || undefined,
        cancelled: code === 'oui:cancelled' || undefined,
      }),
    );
  }
  return events;
}

function progressOf({ progress, data }: Invocation): object {
  const known = typeof progress === 'object' && progress !== null ? progress : {};
  return {
    ...known,
    ...(typeof progress === 'number' ? { percent: progress } : {}),
    ...(typeof progress === 'string' ? { message: progress } : {}),
    ...(data === undefined ? {} : { acknowledged: data }),
  };
}

/** In the words of the page's author, while the surface is there. */
function titleOf(bus: SurfaceBus, { surfaceId, actionId }: Invocation): string {
  const surface = bus.surfaces.find((record) => record.surfaceId === surfaceId);
  return actionTitle(surface?.manifest.actions.find(({ id }) => id === actionId)?.title, actionId);
}
