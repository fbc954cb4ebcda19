import type { AdapterSink, RuntimeAdapter } from '../../agent-ui/adapters/adapter.js';
import { AgentSession } from '../../agent-ui/agent-session.js';
import type { AdapterCapabilities, ControlRequest } from '../../agent-ui/events/control-request.js';
import type { AgentUiEvent } from '../../agent-ui/events/event.js';
import type { JsonObject } from '../../base/json.js';
import type { AcceptanceGateway, AgentUiPeer } from './run-acceptance.js';

/** Everything can be asked of the owner that the runner plays. */
const KINDS =
  'send queue queue.edit queue.remove queue.promote steer steer.cancel interrupt delegate continue_agent wait stop ' +
  'close assign request_review request_review.decide respond respond.handoff edit edit.fork edit.regenerate ' +
  'edit.policy export export.evidence export.replay retry rollback';
const EVERYTHING: AdapterCapabilities['controls'] = Object.fromEntries(
  KINDS.split(' ').map((kind) => [kind, 'native']),
);

/** Our own store as a peer of the acceptance suite: events go in as they are, requests go to the gateway. */
export function sessionPeer(gateway: AcceptanceGateway): AgentUiPeer {
  let sink: AdapterSink | undefined;
  const adapter: RuntimeAdapter = {
    id: 'acceptance',
    connect: (given) => {
      sink = given;
      given.capabilities({ controls: EVERYTHING });
      given.state('live');
      return Promise.resolve({
        control: (request) => gateway({ ...request }),
        close: () => Promise.resolve(),
      });
    },
  };
  const session = new AgentSession(adapter, { sessionId: 'ses-1' });
  return {
    dispatch: (events) => sink!.push(events as readonly unknown[] as readonly AgentUiEvent[]),
    snapshot: () => session.snapshot(),
    ask: (request: JsonObject & { kind: string }) => session.ask(request as unknown as ControlRequest),
    close: () => session.close(),
  };
}
