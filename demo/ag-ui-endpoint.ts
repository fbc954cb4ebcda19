import type { IncomingMessage, ServerResponse } from 'node:http';
import { RunWriter, type AgUiEvent, type RunAgent, type RunInput } from './ag-ui-run.js';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Answers `POST` of a `RunAgentInput` with the run's events as server-sent events (AG-UI over HTTP). */
export async function serveRun(
  request: IncomingMessage,
  response: ServerResponse,
  agent: RunAgent,
): Promise<void> {
  const input = readInput(await readBody(request));
  if (typeof input === 'string') {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: input }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const abort = new AbortController();
  response.on('close', () => abort.abort());
  const send = (event: AgUiEvent) => {
    if (!abort.signal.aborted) response.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  const run = new RunWriter(input, send);
  run.start();
  try {
    await agent(input, run, abort.signal);
    run.finish();
  } catch (error) {
    run.fail(error instanceof Error ? error.message : String(error), codeOf(error));
  }
  response.end();
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The input, or a sentence that says what is wrong with it. */
function readInput(body: string | undefined): RunInput | string {
  if (body === undefined) return `The request is larger than ${MAX_BODY_BYTES} bytes.`;
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch {
    return 'The body must be JSON: an AG-UI RunAgentInput.';
  }
  if (typeof input !== 'object' || input === null)
    return 'The body must be an object: an AG-UI RunAgentInput.';
  const { threadId, runId, messages, tools = [], context = [] } = input as Partial<RunInput>;
  if (typeof threadId !== 'string' || typeof runId !== 'string') return 'threadId and runId must be texts.';
  if (![messages, tools, context].every(Array.isArray)) return 'messages, tools and context must be lists.';
  return { threadId, runId, messages: messages ?? [], tools, context };
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
