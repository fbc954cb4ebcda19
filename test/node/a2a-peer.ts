import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AgentCard, Message, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type AgentExecutor,
  type ExecutionEventBus,
  type RequestContext,
} from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';

type Json = Record<string, unknown>;

const card = (version: string) => ({
  name: 'Peer',
  description: 'does what the first word says',
  version: '1',
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'echo', name: 'Echo', description: 'says it back', tags: [] }],
  supportedInterfaces: [
    { url: 'http://localhost/rpc', protocolBinding: 'JSONRPC', protocolVersion: version },
  ],
});
/** What may be decided, as an agent that knows Agent UI says it. */
const QUESTION = {
  type: 'action.required',
  payload: { actionType: 'tool_approval', decisions: ['approve', 'reject'], toolName: 'delete_file' },
};
const TOOL = [
  { type: 'tool.started', toolCallId: 'call-1', payload: { name: 'read_file' } },
  { type: 'tool.args', toolCallId: 'call-1', payload: { args: { path: 'a.txt' } } },
  { type: 'tool.result', toolCallId: 'call-1', payload: { outputPreview: 'the body', status: 'ok' } },
];

/** One execution: what it publishes is of one task. */
class Work {
  #messages = 0;

  constructor(
    private readonly context: RequestContext,
    private readonly bus: ExecutionEventBus,
  ) {}

  get text(): string {
    const parts = (Message.toJSON(this.context.userMessage) as { parts: { text?: string }[] }).parts;
    return parts.map(({ text }) => text ?? '').join('');
  }

  get ids() {
    const { taskId, contextId } = this.context;
    return { taskId, contextId };
  }

  /** The task as it is, or a new one: every execution begins so. */
  open(): void {
    const { taskId: id, contextId } = this.ids;
    const known = this.context.task;
    const status = { state: 'TASK_STATE_SUBMITTED', timestamp: new Date().toISOString() };
    const history = [Message.toJSON(this.context.userMessage)];
    this.bus.publish(AgentEvent.task(known ?? Task.fromJSON({ id, contextId, status, history })));
  }

  say(state: string, text?: string, metadata: Json = {}): void {
    const messageId = `${this.context.userMessage.messageId}/${++this.#messages}`;
    const message = { messageId, role: 'ROLE_AGENT', parts: [{ text }], metadata, ...this.ids };
    const status = {
      state: `TASK_STATE_${state}`,
      timestamp: new Date().toISOString(),
      ...(text === undefined ? {} : { message }),
    };
    this.bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ ...this.ids, status })));
  }

  piece(text: string, append: boolean, lastChunk: boolean): void {
    const artifact = { artifactId: 'a1', name: 'answer.md', parts: [{ text, mediaType: 'text/markdown' }] };
    const update = { ...this.ids, artifact, append, lastChunk };
    this.bus.publish(AgentEvent.artifactUpdate(TaskArtifactUpdateEvent.fromJSON(update)));
  }

  reply(text: string): void {
    const { contextId } = this.ids;
    const message = { messageId: crypto.randomUUID(), role: 'ROLE_AGENT', contextId, parts: [{ text }] };
    this.bus.publish(AgentEvent.message(Message.fromJSON(message)));
  }
}

/** An agent on loopback, of the protocol's own SDK, that does what the first word of a message says. */
export class A2aPeer implements AgentExecutor {
  readonly texts: string[] = [];
  /** Its routes, for a page of the same origin. */
  readonly routes: RequestListener;
  readonly authorizations: (string | undefined)[] = [];
  readonly #open = new Map<string, () => void>();
  readonly #lines = new Set<Socket>();
  #server: Server | undefined;

  constructor({ version = '1.0' } = {}) {
    const requestHandler = new DefaultRequestHandler(
      AgentCard.fromJSON(card(version)),
      new InMemoryTaskStore(),
      this,
    );
    const legacyCompat = { enabled: version === '0.3' };
    const app = express();
    app.use('/rpc', (request, _, next) => {
      this.authorizations.push(request.headers.authorization);
      next();
    });
    app.use(
      '/rpc',
      jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat }),
    );
    app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }));
    this.routes = app;
  }

  static async start(options?: { version?: string }): Promise<A2aPeer> {
    const peer = new A2aPeer(options);
    const server = (peer.#server = createServer(peer.routes));
    server.on('connection', (line: Socket) => {
      peer.#lines.add(line);
      line.on('close', () => peer.#lines.delete(line));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}/rpc`;
  }

  /** Every line breaks, without a word; the agent works on. */
  drop(): void {
    for (const line of this.#lines) line.destroy();
  }

  /** What a task waits for comes to pass. */
  release(): void {
    for (const go of this.#open.values()) go();
  }

  async stop(): Promise<void> {
    this.release();
    this.drop();
    const server = this.#server;
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  async execute(context: RequestContext, bus: ExecutionEventBus): Promise<void> {
    const work = new Work(context, bus);
    const { text } = work;
    this.texts.push(text);
    if (text === 'quick') return work.reply('Hi there.');
    work.open();
    if (context.task) {
      work.say('WORKING');
      return work.say('COMPLETED', text === 'approve' ? 'Deleted.' : 'Left alone.');
    }
    switch (text.split(' ')[0]) {
      case 'ask':
        work.say('WORKING', 'Looking around');
        return work.say('INPUT_REQUIRED', 'Delete a.txt?', { agentui: QUESTION });
      case 'tool':
        work.say('WORKING', 'Reading', { agentui: TOOL });
        return work.say('COMPLETED', 'Read it.');
      case 'fail':
        work.piece('Half a ', false, false);
        return work.say('FAILED', 'the model is away');
      case 'reject':
        return work.say('REJECTED', 'not my business');
      case 'slow': {
        work.say('WORKING', 'Working');
        const cancelled = await new Promise<boolean>((resolve) => {
          this.#open.set(context.taskId, () => resolve(false));
          this.#cancels.set(context.taskId, () => resolve(true));
        });
        this.#open.delete(context.taskId);
        if (cancelled) return work.say('CANCELED', 'Stopped.');
        work.piece('late ', false, false);
        work.piece('work', true, true);
        return work.say('COMPLETED', 'Done at last.');
      }
      default:
        work.say('WORKING', 'Thinking');
        work.piece('You said: ', false, false);
        work.piece(text, true, true);
        return work.say('COMPLETED', `You said: ${text}`);
    }
  }

  readonly #cancels = new Map<string, () => void>();

  async cancelTask(taskId: string): Promise<void> {
    this.#cancels.get(taskId)?.();
  }
}
