import type { UIMessageChunk } from 'ai';
import type { AgentUiEvent } from 'oui-elements/agent-ui';
import type { Step } from './steps.js';

const ROWS = { rows: [] };

type EventIds = Partial<Record<'agentId' | 'messageId' | 'partId' | 'toolCallId' | 'taskId', string>>;

/** As Agent UI v0.6 has it, where a message begins with its first word; sequences of one thread. */
export function* native(steps: Iterable<Step>): Iterable<AgentUiEvent> {
  let sequence = 0;
  const runs = new Map<string | undefined, string>();
  const fact = (type: string, ids: EventIds, payload: object): AgentUiEvent => ({
    type,
    eventId: `e-${++sequence}`,
    sequence,
    timestamp: '2026-11-30T12:00:00.000Z',
    sessionId: 's',
    threadId: 't',
    runId: runs.get(ids.agentId) ?? 'r',
    ...ids,
    payload,
  });
  yield fact('run.started', {}, {});
  yield fact('state.snapshot', {}, { state: ROWS });
  for (const step of steps) {
    const agentId = 'agent' in step ? step.agent : undefined;
    switch (step.do) {
      case 'run':
        runs.set(agentId, step.run);
        yield fact('run.started', { agentId }, {});
        break;
      case 'ran':
        yield fact('run.finished', { agentId }, { outcome: 'success' });
        runs.delete(agentId);
        break;
      case 'text':
        yield fact('text.delta', { messageId: step.message, agentId }, { delta: step.delta });
        break;
      case 'end':
        yield fact('text.final', { messageId: step.message, agentId }, { text: step.text });
        break;
      case 'think':
        yield fact('reasoning.delta', { partId: step.part, agentId }, { delta: step.delta });
        break;
      case 'call':
        yield fact('tool.started', { toolCallId: step.call, agentId }, { name: 'work' });
        break;
      case 'args':
        yield fact('tool.args', { toolCallId: step.call, agentId }, { delta: step.delta });
        break;
      case 'ready':
        yield fact('tool.args', { toolCallId: step.call, agentId }, { args: step.input });
        break;
      case 'result':
        yield fact('tool.result', { toolCallId: step.call, agentId }, { outputPreview: 'ok' });
        break;
      case 'row':
        yield fact('state.delta', {}, { patch: [{ op: 'add', path: '/rows/-', value: step.row }] });
        break;
      case 'task':
        yield fact(
          'task.changed',
          { taskId: step.task, agentId },
          { status: step.status, title: step.title },
        );
        break;
    }
  }
  yield fact('run.finished', {}, { outcome: 'success' });
}

/** As AG-UI 1.0 has it; a task is an activity there, and a run of one agent a step. */
export function* agUiEvents(steps: Iterable<Step>): Iterable<object> {
  const run = { threadId: 't', runId: 'r' };
  yield { type: 'RUN_STARTED', ...run };
  yield { type: 'STATE_SNAPSHOT', snapshot: ROWS };
  let thinking: string | undefined;
  const thoughts = new Set<string>();
  for (const step of steps) {
    switch (step.do) {
      case 'run':
        yield { type: 'STEP_STARTED', stepName: step.run };
        break;
      case 'ran':
        yield { type: 'STEP_FINISHED', stepName: step.run };
        break;
      case 'begin':
        yield { type: 'TEXT_MESSAGE_START', messageId: step.message, role: 'assistant' };
        break;
      case 'text':
        yield { type: 'TEXT_MESSAGE_CONTENT', messageId: step.message, delta: step.delta };
        break;
      case 'end':
        yield { type: 'TEXT_MESSAGE_END', messageId: step.message };
        break;
      case 'think':
        if (!thoughts.has(step.part)) {
          thoughts.add((thinking = step.part));
          yield { type: 'REASONING_MESSAGE_START', messageId: thinking, role: 'reasoning' };
        }
        yield { type: 'REASONING_MESSAGE_CONTENT', messageId: step.part, delta: step.delta };
        break;
      case 'call':
        yield { type: 'TOOL_CALL_START', toolCallId: step.call, toolCallName: 'work', parentMessageId: 'm' };
        break;
      case 'args':
        yield { type: 'TOOL_CALL_ARGS', toolCallId: step.call, delta: step.delta };
        break;
      case 'ready':
        yield { type: 'TOOL_CALL_END', toolCallId: step.call };
        break;
      case 'result': {
        const result = { messageId: `r-${step.call}`, content: 'ok', role: 'tool' };
        yield { type: 'TOOL_CALL_RESULT', toolCallId: step.call, ...result };
        break;
      }
      case 'row':
        yield { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/rows/-', value: step.row }] };
        break;
      case 'task': {
        const content = { title: step.title, status: step.status, agent: step.agent };
        yield {
          type: 'ACTIVITY_SNAPSHOT',
          messageId: step.task,
          activityType: 'TASK',
          content,
          replace: true,
        };
        break;
      }
    }
  }
  for (const messageId of thoughts) yield { type: 'REASONING_MESSAGE_END', messageId };
  yield { type: 'RUN_FINISHED', ...run };
}

/** As the AI SDK's UI message stream has it: one message of many parts; a row and a task are data parts. */
export function* aiSdkChunks(steps: Iterable<Step>): Iterable<UIMessageChunk> {
  yield { type: 'start', messageId: 'answer' };
  const thoughts = new Set<string>();
  for (const step of steps) {
    switch (step.do) {
      case 'begin':
        yield { type: 'text-start', id: step.message };
        break;
      case 'text':
        yield { type: 'text-delta', id: step.message, delta: step.delta };
        break;
      case 'end':
        yield { type: 'text-end', id: step.message };
        break;
      case 'think':
        if (!thoughts.has(step.part)) yield { type: 'reasoning-start', id: step.part };
        thoughts.add(step.part);
        yield { type: 'reasoning-delta', id: step.part, delta: step.delta };
        break;
      case 'call':
        yield { type: 'tool-input-start', toolCallId: step.call, toolName: 'work' };
        break;
      case 'args':
        yield { type: 'tool-input-delta', toolCallId: step.call, inputTextDelta: step.delta };
        break;
      case 'ready':
        yield { type: 'tool-input-available', toolCallId: step.call, toolName: 'work', input: step.input };
        break;
      case 'result':
        yield { type: 'tool-output-available', toolCallId: step.call, output: 'ok' };
        break;
      case 'row':
        yield { type: 'data-row', data: step.row };
        break;
      case 'task':
        yield {
          type: 'data-task',
          id: step.task,
          data: { title: step.title, status: step.status, agent: step.agent },
        };
        break;
    }
  }
  yield { type: 'finish' };
}

/** Answers each request with these bytes, in reads of 16 KiB. */
export function readsOf(bytes: Uint8Array, headers: Record<string, string> = {}): () => Promise<Response> {
  return () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.slice(at, (at += 16_384)));
      },
    });
    return Promise.resolve(
      new Response(body, { headers: { 'content-type': 'text/event-stream', ...headers } }),
    );
  };
}

/** A server's answer as server-sent events, in reads of 16 KiB. */
export function sse(events: Iterable<object>, headers: Record<string, string> = {}): () => Promise<Response> {
  const text = Array.from(events, (event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return readsOf(new TextEncoder().encode(text), headers);
}
