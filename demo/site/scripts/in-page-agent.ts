import { RunWriter, type RunAgent, type RunInput } from '../../ag-ui-run.js';

/**
 * A back end without a server: takes what a client of AG-UI would send by POST, and answers with the events of the run as
 * they come, all within this page.
 */
export function inPageAgent(agent: RunAgent): typeof fetch {
  return async (_address, { body, signal } = {}) => {
    const input = JSON.parse(String(body)) as RunInput;
    const abort = new AbortController();
    signal?.addEventListener('abort', () => abort.abort(), { once: true });
    const encoder = new TextEncoder();
    const events = new ReadableStream<Uint8Array>({
      async start(controller) {
        const run = new RunWriter(input, (event) => {
          if (!abort.signal.aborted) controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
        });
        run.start();
        try {
          await agent(input, run, abort.signal);
          run.finish();
        } catch (error) {
          run.fail(error instanceof Error ? error.message : String(error));
        }
        if (!abort.signal.aborted) controller.close();
      },
      cancel: () => abort.abort(),
    });
    return new Response(events, { headers: { 'content-type': 'text/event-stream' } });
  };
}
