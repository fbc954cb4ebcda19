import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import type { RunnableConfig } from '@langchain/core/runnables';
import { tool, type StructuredToolInterface } from '@langchain/core/tools';
import {
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
} from '@langchain/langgraph';

interface Call {
  id: string;
  name: string;
  args: Record<string, unknown>;
}

let calls = 0;
const call = (name: string, args: Record<string, unknown>): Call => ({ id: `call-${++calls}`, name, args });

/** A model that says what its script has for the last words of the person, and for the results of its calls. */
class ScriptedModel extends BaseChatModel {
  override _llmType(): string {
    return 'scripted';
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const { text, asks } = answerTo(messages);
    const message = new AIMessage({
      content: text,
      tool_calls: asks.map((ask) => ({ ...ask, type: 'tool_call' })),
    });
    return { generations: [{ text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text, asks } = answerTo(messages);
    const id = `ai-${++calls}`;
    const emit = async (message: AIMessageChunk) => {
      const chunk = new ChatGenerationChunk({ text: String(message.content), message });
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
      return chunk;
    };
    for (const word of text.match(/\S+\s*/g) ?? [])
      yield await emit(new AIMessageChunk({ id, content: word }));
    for (const [index, { id: callId, name, args }] of asks.entries()) {
      const part = { id: callId, name, args: JSON.stringify(args), index, type: 'tool_call_chunk' as const };
      yield await emit(new AIMessageChunk({ id, content: '', tool_call_chunks: [part] }));
    }
    if (text !== 'word ') return;
    await new Promise((_, reject) => {
      options.signal?.addEventListener('abort', () => reject(new Error('Aborted.')), { once: true });
    });
  }
}

function answerTo(messages: BaseMessage[]): { text: string; asks: Call[] } {
  const from = messages.findLastIndex((message) => message.getType() === 'human');
  const asked = String(messages[from]?.content ?? '');
  const results = messages.slice(from + 1).filter((message) => message.getType() === 'tool');
  if (asked.includes('fail')) throw new Error('The model is overloaded.');
  if (asked.includes('slow')) return { text: 'word ', asks: [] };
  if (results.length > 0)
    return { text: `Result: ${results.map(({ content }) => String(content)).join(' and ')}.`, asks: [] };
  if (asked.includes('delete')) {
    return {
      text: '',
      asks: [call('delete_file', { path: 'a.txt' }), call('delete_file', { path: 'b.txt' })],
    };
  }
  if (asked.includes('weather')) return { text: '', asks: [call('weather', { city: 'Bern' })] };
  if (asked.includes('add')) return { text: '', asks: [call('add_todo', { title: 'milk' })] };
  return { text: `You said: ${asked}`, asks: [] };
}

const model = new ScriptedModel({});

const weather = tool(async ({ city }: { city: string }) => `clear in ${city}`, {
  name: 'weather',
  description: 'The weather of a city.',
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}) as unknown as StructuredToolInterface;

async function agent({ messages }: { messages: BaseMessage[] }, config: RunnableConfig) {
  return { messages: [await model.invoke(messages, config)] };
}

/** One call: run here, asked about first, or left to the page. */
async function work({ call: { id, name, args } }: { call: Call }, config: RunnableConfig) {
  const done = (content: string, status: 'success' | 'error' = 'success') => ({
    messages: [new ToolMessage({ tool_call_id: id, name, content, status })],
  });
  const { page_tools: offered = [] } = (config.configurable ?? {}) as { page_tools?: { name: string }[] };
  // Pages put their surface's name before it.
  const page = offered.find((one) => one.name.endsWith(name));
  if (page) return done(JSON.stringify(interrupt({ type: 'tool', toolCall: { id, name: page.name, args } })));
  if (name === 'weather')
    return { messages: [await weather.invoke({ id, name, args, type: 'tool_call' }, config)] };
  const { approved, reason = 'no reason' } = interrupt({ kind: 'approve', tool: name, args }) as {
    approved: boolean;
    reason?: string;
  };
  return approved ? done(`deleted ${String(args['path'])}`) : done(`declined: ${reason}`, 'error');
}

/** An agent with tools: some run, some are asked about, some are the page's. */
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('agent', agent)
  .addNode('work', work as never)
  .addEdge(START, 'agent')
  .addConditionalEdges(
    'agent',
    ({ messages }) => {
      const asks = (messages.at(-1) as AIMessage).tool_calls ?? [];
      return asks.length > 0 ? asks.map((ask) => new Send('work', { call: ask })) : END;
    },
    ['work', END],
  )
  .addEdge('work' as never, 'agent')
  .compile({ checkpointer: new MemorySaver() });
