import { randomUUID } from 'node:crypto';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { textOf, type RunAgent, type RunInput, type RunMessage, type RunWriter } from './ag-ui-run.js';

export interface OpenAiOptions {
  apiKey: string;
  /** Of any server with the chat completions API. Default `https://api.openai.com/v1`. */
  baseUrl?: string;
  /** Default `gpt-4.1-mini`. */
  model?: string;
}

interface ChatChunk {
  error?: { message?: string };
  choices?: {
    delta?: {
      content?: string | null;
      reasoning_content?: string | null;
      tool_calls?: { index?: number; id?: string; function?: { name?: string; arguments?: string } }[];
    };
    finish_reason?: string | null;
  }[];
}

const INSTRUCTIONS =
  'You help the person with the web page that they have open. The tools are the page’s own actions, and they act ' +
  'on the page in front of the person. Below is what the page shows now; take ids and names from it and never invent ' +
  'them. When something is ambiguous, ask. Report only what the results of the tools say. The person may decline an ' +
  'action; accept that.';

/** The environment's key, server and model; `undefined` without a key. */
export function openAiFromEnvironment(env: NodeJS.ProcessEnv): OpenAiOptions | undefined {
  const apiKey = env['OPENAI_API_KEY'];
  if (!apiKey) return undefined;
  const baseUrl = env['OPENAI_BASE_URL'];
  const model = env['OPENAI_MODEL'];
  return { apiKey, ...(baseUrl && { baseUrl }), ...(model && { model }) };
}

/** A real model over the OpenAI-compatible chat completions API; the page's tools are the model's tools. */
export function openAiAgent({
  apiKey,
  baseUrl = 'https://api.openai.com/v1',
  model = 'gpt-4.1-mini',
}: OpenAiOptions): RunAgent {
  /** A server's error may repeat the key. */
  const withoutKey = (text: string) => text.replaceAll(apiKey, '[key]');

  return async (input, run, signal) => {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(requestBody(input, model)),
      signal,
    }).catch((error: unknown) => {
      const cause = (error as { cause?: { message?: string } }).cause?.message ?? String(error);
      throw new Error(withoutKey(`The model server at ${new URL(baseUrl).host} cannot be reached: ${cause}`));
    });
    if (!response.ok || !response.body) {
      throw new Error(
        withoutKey(`The model server answered ${response.status}: ${await errorText(response)}`),
      );
    }
    const calls = new Map<number, string>();
    const chunks = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    let finished = false;
    for await (const { data } of chunks) {
      finished ||= data === '[DONE]';
      if (finished) break;
      const chunk = JSON.parse(data) as ChatChunk;
      if (chunk.error)
        throw new Error(withoutKey(`The model server failed: ${chunk.error.message ?? 'no reason given'}`));
      finished = writeChunk(chunk, run, calls);
    }
    if (!finished) throw new Error('The model server ended its answer too soon.');
  };
}

function requestBody(input: RunInput, model: string): object {
  const context = input.context.map(({ description, value }) => `${description}:\n${value}`).join('\n\n');
  const system = { role: 'system', content: `${INSTRUCTIONS}\n\n${context}` };
  const tools = input.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: parameters ?? { type: 'object', properties: {} } },
  }));
  const messages = [system, ...input.messages.flatMap(chatMessage)];
  // Some servers refuse an empty list of tools.
  return { model, stream: true, messages, ...(tools.length > 0 && { tools }) };
}

/** Reasoning and activities stay here: the chat API has no place for them. */
function chatMessage({ role, content, toolCalls, toolCallId, error }: RunMessage): object[] {
  switch (role) {
    case 'user':
    case 'system':
    case 'developer':
      return [{ role: role === 'developer' ? 'system' : role, content: textOf(content) }];
    case 'tool':
      return [
        {
          role,
          tool_call_id: toolCallId,
          content: textOf(content) || JSON.stringify({ error: error ?? null }),
        },
      ];
    case 'assistant': {
      const calls = (toolCalls ?? []).map(({ id, function: call }) => ({
        id,
        type: 'function',
        function: call,
      }));
      return [{ role, content: textOf(content), ...(calls.length > 0 && { tool_calls: calls }) }];
    }
    default:
      return [];
  }
}

/** @returns true with the last chunk of an answer */
function writeChunk({ choices }: ChatChunk, run: RunWriter, calls: Map<number, string>): boolean {
  const choice = choices?.[0];
  const { content, reasoning_content: reasoning, tool_calls: toolCalls } = choice?.delta ?? {};
  if (reasoning) run.reasoning(reasoning);
  if (content) run.text(content);
  for (const { index = 0, id, function: call } of toolCalls ?? []) {
    if (!calls.has(index)) calls.set(index, run.callTool(call?.name ?? '', id || randomUUID()));
    const toolCallId = calls.get(index);
    if (toolCallId && call?.arguments) run.toolArguments(toolCallId, call.arguments);
  }
  switch (choice?.finish_reason) {
    case null:
    case undefined:
      return false;
    case 'length':
      throw new Error('The model stopped in the middle: its answer is longer than it may be.');
    case 'content_filter':
      throw new Error('The model server withheld the answer (content filter).');
    default:
      return true;
  }
}

async function errorText(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } | string };
    const message = typeof error === 'string' ? error : error?.message;
    if (message) return message;
  } catch {
    // Not JSON: a proxy's page, perhaps.
  }
  return text.slice(0, 200) || response.statusText;
}
