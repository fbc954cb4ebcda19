import type { LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { MockLanguageModelV3 } from 'ai/test';

type Prompt = LanguageModelV3CallOptions['prompt'];

const USAGE = {
  inputTokens: { total: 7, noCache: 7, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};

/** A model that says what its script has for the last words of the person, and for the results of its calls. */
export const scriptedModel = new MockLanguageModelV3({
  doStream: async ({ prompt, tools = [], abortSignal }) => {
    const asked = lastWords(prompt);
    const results = resultsSince(prompt);
    if (asked.includes('fail')) throw new Error('The model is overloaded.');
    if (asked.includes('slow')) return { stream: endless(abortSignal) };
    if (results.length > 0) return { stream: streamOf(say(`Result: ${results.join(' and ')}.`)) };
    if (asked.includes('delete')) {
      return {
        stream: streamOf(
          [...call('delete_file', { path: 'a.txt' }), ...call('delete_file', { path: 'b.txt' })],
          'tool-calls',
        ),
      };
    }
    if (asked.includes('weather'))
      return { stream: streamOf(call('weather', { city: 'Bern' }), 'tool-calls') };
    const page = tools.find(({ name }) => name.endsWith('add_todo'));
    if (asked.includes('add') && page)
      return { stream: streamOf(call(page.name, { title: 'milk' }), 'tool-calls') };
    return { stream: streamOf(say(`You said: ${asked}`)) };
  },
});

function lastWords(prompt: Prompt): string {
  const said = prompt.findLast(({ role }) => role === 'user');
  if (said?.role !== 'user') return '';
  return said.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** What came of the calls that were made since the person's last words. */
function resultsSince(prompt: Prompt): string[] {
  const from = prompt.findLastIndex(({ role }) => role === 'user');
  return prompt
    .slice(from + 1)
    .flatMap((message) =>
      message.role === 'tool'
        ? message.content.flatMap((part) =>
            part.type === 'tool-result'
              ? [
                  `${part.toolName} ${JSON.stringify('value' in part.output ? part.output.value : part.output.type)}`,
                ]
              : [],
          )
        : [],
    );
}

function say(text: string): LanguageModelV3StreamPart[] {
  const deltas = text.match(/\S+\s*/g) ?? [];
  return [
    { type: 'text-start', id: '0' },
    ...deltas.map((delta) => ({ type: 'text-delta', id: '0', delta }) as const),
    { type: 'text-end', id: '0' },
  ];
}

let calls = 0;
function call(toolName: string, input: object): LanguageModelV3StreamPart[] {
  const toolCallId = `call-${++calls}`;
  const text = JSON.stringify(input);
  return [
    { type: 'tool-input-start', id: toolCallId, toolName },
    { type: 'tool-input-delta', id: toolCallId, delta: text.slice(0, 4) },
    { type: 'tool-input-delta', id: toolCallId, delta: text.slice(4) },
    { type: 'tool-input-end', id: toolCallId },
    { type: 'tool-call', toolCallId, toolName, input: text },
  ];
}

function streamOf(
  parts: LanguageModelV3StreamPart[],
  reason: 'stop' | 'tool-calls' = 'stop',
): ReadableStream<LanguageModelV3StreamPart> {
  const all: LanguageModelV3StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    ...parts,
    { type: 'finish', finishReason: { unified: reason, raw: reason }, usage: USAGE },
  ];
  return new ReadableStream({
    pull(controller) {
      const next = all.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
}

/** Words until somebody stops them. */
function endless(signal: AbortSignal | undefined): ReadableStream<LanguageModelV3StreamPart> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      controller.enqueue({ type: 'text-start', id: '0' });
      controller.enqueue({ type: 'text-delta', id: '0', delta: 'word ' });
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
  });
}
