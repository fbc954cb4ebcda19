import type { LitElement } from 'lit';
import { messageOf } from '../../src/base/coded-error.js';
import type { ActionResultPayload, SurfaceBus } from '../../src/oui/index.js';
import type { PersonQuestion } from '../oui-confirm/question-queue.js';

/** The name of the person's own calls among the bus's clients. */
export const INSPECTOR_CLIENT = 'inspector';

/** A person thinks longer than a program. */
const TIMEOUT_MS = 10 * 60_000;

/** How the last try of an action went. */
export interface Trial {
  state: 'running' | 'done';
  result?: ActionResultPayload;
}

/**
 * Runs actions for the person at the page, the way of any agent: over a connection of its own, validated, gated and
 * logged. The connection is there while something runs.
 */
export class ActionTrials {
  readonly #host: LitElement;
  readonly #trials = new Map<string, Trial>();
  readonly #running = new Map<string, AbortController>();

  constructor(host: LitElement) {
    this.#host = host;
  }

  of(surfaceId: string, actionId: string): Trial | undefined {
    return this.#trials.get(`${surfaceId} ${actionId}`);
  }

  async run(
    bus: SurfaceBus,
    surfaceId: string,
    actionId: string,
    params: Record<string, unknown>,
  ): Promise<void> {
    const key = `${surfaceId} ${actionId}`;
    if (this.#running.has(key)) return;
    const abort = new AbortController();
    this.#running.set(key, abort);
    this.#set(key, { state: 'running' });
    const disconnect: (() => void)[] = [];
    try {
      const [{ AgentRuntime }, { linkedTransports }] = await Promise.all([
        import('../../src/oui/agent/agent-runtime.js'),
        import('../../src/oui/transports/direct.js'),
      ]);
      const [page, agent] = linkedTransports();
      const runtime = new AgentRuntime({ timeouts: { action: TIMEOUT_MS }, rateLimit: 'off' });
      const client = bus.connect(page, {
        name: INSPECTOR_CLIENT,
        confirmBy: 'page',
        confirm: (question) => ask(question, this.#host),
      });
      disconnect.push(() => client.disconnect());
      await runtime.connect(agent);
      disconnect.push(() => runtime.disconnect());
      await runtime.whenRegistered(surfaceId);
      const result = await runtime.invoke(surfaceId, actionId, params, {
        signal: abort.signal,
        onInterim: (interim) => this.#set(key, { state: 'running', result: interim }),
      });
      this.#set(key, { state: 'done', result });
    } catch (thrown) {
      const error = { code: 'INTERNAL_ERROR', message: messageOf(thrown) } as const;
      this.#set(key, {
        state: 'done',
        result: { requestId: '', success: false, error, timestamp: Date.now() },
      });
    } finally {
      this.#running.delete(key);
      for (const end of disconnect) end();
    }
  }

  /** Gives up waiting. */
  cancel(surfaceId: string, actionId: string): void {
    this.#running.get(`${surfaceId} ${actionId}`)?.abort();
  }

  #set(key: string, trial: Trial): void {
    this.#trials.set(key, trial);
    this.#host.requestUpdate();
  }
}

/** The dialog is loaded when something has to be asked. */
async function ask(question: PersonQuestion, host: Element): Promise<boolean> {
  const { askPerson } = await import('../oui-confirm/ask-person.js');
  return askPerson(question, host.ownerDocument, host);
}
