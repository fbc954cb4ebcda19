import { isJsonObject } from '../base/json.js';
import type { AgentRuntime, AgentRuntimeOptions } from '../oui/agent/agent-runtime.js';
import { OuiError } from '../oui/protocol/error-codes.js';
import type { ExtensionEvent } from '../oui/protocol/transport.js';

/** What the scenarios for agents need: short time limits, and nobody who confirms unless they say so. */
export const CONFORMANCE_AGENT_OPTIONS: AgentRuntimeOptions = {
  timeouts: { action: 600, acknowledgement: 600, observation: 600 },
};

/**
 * Makes an agent obey the scenarios' `x-conformance` messages, each of which has an `id` and is answered with an
 * `x-conformance` message of that `id`. Somebody else's agent needs the same commands:
 * `tools` → `{tools}`; `invoke` with `surfaceId`, `actionId`, `params`, and `confirm` (true, false, or absent for
 * nobody to ask) → `{interim}` for each interim result, then `{result}`; `observe` with `surfaceId`,
 * `observationId` → `{value}` or `{error}`, a code; `observations` → `{observations}`.
 */
export function conformanceAgent(agent: AgentRuntime): void {
  agent.addEventListener('x-conformance', (event) => {
    const { payload } = event as ExtensionEvent;
    if (!isJsonObject(payload)) return;
    const { id } = payload;
    const answer = (content: Record<string, unknown>) =>
      agent.send({ type: 'x-conformance', payload: { id, ...content } });
    void obey(agent, payload, answer);
  });
}

async function obey(
  agent: AgentRuntime,
  { command, surfaceId, actionId, observationId, params, confirm }: Record<string, unknown>,
  answer: (content: Record<string, unknown>) => void,
): Promise<void> {
  if (command === 'tools') {
    const tools = agent.tools().map(({ name, description, inputSchema, surfaceId, actionId }) => {
      return { name, description, inputSchema, surfaceId, actionId };
    });
    answer({ tools });
  } else if (command === 'observations') {
    answer({ observations: agent.observations });
  } else if (command === 'observe') {
    const observed = agent.observe(String(surfaceId), String(observationId));
    answer(await observed.then((value) => ({ value }), codeOf));
  } else if (command === 'invoke') {
    const result = await agent.invoke(
      String(surfaceId),
      String(actionId),
      isJsonObject(params) ? params : {},
      {
        onInterim: (interim) => answer({ interim }),
        ...(typeof confirm === 'boolean' ? { confirm: () => Promise.resolve(confirm) } : {}),
      },
    );
    answer({ result });
  }
}

function codeOf(thrown: unknown): { error: string } {
  return { error: thrown instanceof OuiError ? thrown.code : 'unknown' };
}
