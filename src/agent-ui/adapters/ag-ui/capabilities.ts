import type { JsonObject } from '../../../base/json.js';
import type { AdapterCapabilities, ControlKind } from '../../events/control-request.js';

/** What an agent says of itself (AG-UI 1.0, `AgentCapabilities`), as far as it changes anything here. */
export interface AgentCapabilities extends JsonObject {
  tools?: { supported?: boolean; clientProvided?: boolean };
  custom?: {
    agentui?: {
      /**
       * Controls of Agent UI that AG-UI has no word for, and this agent takes all the same: they come in
       * `forwardedProps.agentui.controls` of a run.
       */
      controls?: readonly ControlKind[];
    };
  };
}

type Controls = AdapterCapabilities['controls'];

const ALWAYS: Controls = {
  send: 'native',
  interrupt: 'native',
  respond: 'native',
  retry: 'native',
  queue: 'emulated',
  'queue.edit': 'emulated',
  'queue.remove': 'emulated',
  'queue.promote': 'emulated',
};

/** A run cannot be steered however willing the agent is: nothing reaches it until the next one. */
export function controlsOf({ custom }: AgentCapabilities): Controls {
  const more = custom?.agentui?.controls ?? [];
  const added = more
    .filter((kind) => kind !== 'steer' && kind !== 'steer.cancel')
    .map((kind) => [kind, 'native']);
  return { ...(Object.fromEntries(added) as Controls), ...ALWAYS };
}

export function takesTools({ tools }: AgentCapabilities): boolean {
  return tools?.supported !== false && tools?.clientProvided !== false;
}
