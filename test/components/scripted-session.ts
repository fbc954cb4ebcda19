import { nextFrame } from '@open-wc/testing';
import { AgentSession } from 'oui-elements/agent-ui';
import type { AdapterSink, RuntimeAdapter } from '../../src/agent-ui/adapters/adapter.js';
import type {
  ControlKind,
  ControlReceipt,
  ControlRequest,
} from '../../src/agent-ui/events/control-request.js';
import type { AgentUiEvent } from '../../src/agent-ui/events/event.js';

const ALL: readonly ControlKind[] = [
  'send',
  'queue',
  'queue.edit',
  'queue.remove',
  'steer',
  'interrupt',
  'respond',
  'retry',
];

/** A session whose runtime is the test: what a person asks for is recorded, what the runtime says is scripted. */
export class ScriptedSession {
  readonly requests: ControlRequest[] = [];
  /** What the runtime answers to a request; a promise holds the answer back. */
  receipt: ControlReceipt | Promise<ControlReceipt> = { status: 'accepted' };
  closed = 0;
  readonly adapter: RuntimeAdapter;
  #session: AgentSession | undefined;
  #sink: AdapterSink | undefined;
  #sequence = 0;

  constructor(
    private readonly sessionId = 's',
    controls: readonly ControlKind[] = ALL,
  ) {
    this.adapter = {
      id: 'scripted',
      connect: async (sink) => {
        this.#sink = sink;
        sink.capabilities({ controls: Object.fromEntries(controls.map((kind) => [kind, 'native'])) });
        sink.state('live');
        return {
          control: async ({ idempotencyKey: _, ...request }) => {
            this.requests.push(request as ControlRequest);
            return this.receipt;
          },
          close: async () => {
            this.closed++;
          },
        };
      },
    };
  }

  /** Made when it is first asked for: a workbench makes its own from `adapter`. */
  get session(): AgentSession {
    return (this.#session ??= new AgentSession(this.adapter, { sessionId: this.sessionId }));
  }

  get sink(): AdapterSink {
    return this.#sink!;
  }

  /** One event of run `r` in turn `t`, unless the fields say otherwise. */
  emit(type: AgentUiEvent['type'], fields: object = {}, payload: object = {}): void {
    const event = { type, sequence: ++this.#sequence, runId: 'r', turnId: 't', ...fields, payload };
    if (!this.#sink) void this.session;
    this.sink.push([event as AgentUiEvent]);
  }

  /** A run that a person's words began. */
  start(text = 'Hello'): void {
    const sent = this.requests.find(({ kind }) => kind === 'send');
    const clientId = sent?.kind === 'send' ? sent.clientId : undefined;
    this.emit(
      'run.started',
      {},
      { clientId, userMessage: { id: 'u', text }, startedAt: new Date().toISOString() },
    );
  }

  say(delta: string, messageId = 'm'): void {
    this.emit('text.delta', { messageId }, { delta });
  }

  tool(toolCallId: string, payload: object = {}, args: object = { title: 'milk' }): void {
    const named = { name: 'add_todo', title: 'Add an item', ...payload };
    this.emit('tool.started', { toolCallId }, { ...named, status: 'proposed' });
    this.emit('tool.args', { toolCallId }, { args, state: 'input-available' });
    this.emit('tool.started', { toolCallId }, { ...named, status: 'running' });
  }

  ask(actionId: string, payload: object = {}, fields: object = {}): void {
    this.emit(
      'action.required',
      { actionId, ...fields },
      {
        actionType: 'tool_approval',
        title: 'Delete “milk”?',
        severity: 'medium',
        decisions: ['approve', 'reject'],
        ...payload,
      },
    );
  }
}

/** Until everything that was dispatched has been drawn. */
export async function drawn(): Promise<void> {
  await nextFrame();
  await nextFrame();
  await nextFrame();
}

/** Until `condition` holds; fails by the test's own time limit. */
export async function until(condition: () => unknown): Promise<void> {
  while (!condition()) await nextFrame();
}

export { find, findAll, textOf } from './in-shadow.js';
