import type { ClientToolOffer, ClientTools } from '../../src/agent-ui/adapters/client-tools.js';
import type { PageTools } from '../../src/bridges/frontend-tools.js';

/**
 * Stands for the page's tools while their code is being fetched. A runtime that asks when it connects hears that there
 * are some; a call of one that it knows from before waits for it.
 */
export class LatePageTools implements ClientTools {
  readonly ready: Promise<void>;
  #tools: PageTools | undefined;

  /** @param fetched undefined when nobody wants them any more; it never rejects */
  constructor(fetched: Promise<PageTools | undefined>) {
    this.ready = fetched.then(async (tools) => {
      this.#tools = tools;
      await tools?.ready;
    });
  }

  offer(): ClientToolOffer {
    return this.#tools?.offer() ?? this.#early;
  }

  get #early(): ClientToolOffer {
    return {
      tools: [],
      context: [],
      titleOf: () => undefined,
      run: async (call) => {
        await this.ready;
        if (!this.#tools) throw new Error('This page does not offer its tools any more.');
        return this.#tools.offer().run(call);
      },
    };
  }
}
