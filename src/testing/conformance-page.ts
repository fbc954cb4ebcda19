import { isJsonObject } from '../base/json.js';
import type { SurfaceBus } from '../oui/bus/surface-bus.js';
import { OuiError, type OuiErrorCode } from '../oui/protocol/error-codes.js';
import type { ExtensionEvent } from '../oui/protocol/transport.js';
import { annex, lab } from './lab.js';

/**
 * Makes a page that the scenarios for pages can be run against: the surfaces `lab` and `annex` with their
 * handlers, and obedience to `x-conformance` messages. Somebody else's page needs the same, as their descriptions
 * say, and three commands: `{command: 'publish', observationId, value}` (of the lab), `{command: 'active',
 * active}` (of the annex) and `{command: 'register'}` (the lab again, with the version 1.0.1).
 */
export function conformancePage(bus: SurfaceBus): void {
  let runs = 0;
  let waiting = 0;
  let most = 0;
  const handlers = {
    echo: (params: Record<string, unknown>) => ({ ...params, runs: ++runs }),
    fail: ({ code }: Record<string, unknown>) => {
      if (typeof code === 'string') throw new OuiError(code as OuiErrorCode, 'It failed on purpose.');
      throw new Error('It broke.');
    },
    wait: async () => {
      most = Math.max(most, ++waiting);
      await new Promise<void>((resolve) => setTimeout(resolve, 50));
      waiting--;
      return { most };
    },
    set_count: ({ value }: Record<string, unknown>) => mounted.publish('count', value),
    job: (
      { fail }: Record<string, unknown>,
      { acknowledge }: { acknowledge(data: unknown): void },
    ): unknown => {
      acknowledge({ jobId: 'job-1' });
      if (fail === true) throw new Error('The job broke.');
      return { done: true };
    },
    odd: ({ kind }: Record<string, unknown>) => oddValue(kind),
    erase: () => null,
  };
  const options = { read: { polled: () => 7 } };
  let mounted = bus.register(lab, handlers, options);
  mounted.publish('count', 0);
  const extra = bus.register(annex, { open_door: () => null }, { active: false });
  bus.addEventListener('x-conformance', (event) => {
    const { payload } = event as ExtensionEvent;
    if (!isJsonObject(payload)) return;
    const { command, observationId, value, active } = payload;
    if (command === 'publish') mounted.publish(String(observationId), value);
    else if (command === 'active') extra.setActive(active === true);
    else if (command === 'register') mounted = bus.register({ ...lab, version: '1.0.1' }, handlers, options);
  });
}

function oddValue(kind: unknown): unknown {
  const cycle: Record<string, unknown> = { name: 'cycle' };
  cycle['self'] = cycle;
  if (kind === 'cycle') return cycle;
  if (kind === 'bigint') return { value: 10n };
  if (kind === 'function') return { run: () => 1 };
  throw 'a text, not an error';
}
