import {
  AgentSession,
  type AgentSessionOptions,
  type AgentUiEvent,
  type ControlReceipt,
  type ControlRequest,
} from 'oui-elements/agent-ui';
import type {
  AdapterConnection,
  AdapterSink,
  RuntimeAdapter,
} from '../../../../src/agent-ui/adapters/adapter.js';
import type { ControlKind } from '../../../../src/agent-ui/events/control-request.js';
import { FakeRuntime } from '../../../fake-runtime.js';

type Sent = ControlRequest & { idempotencyKey?: string };

/** A runtime that is the test: it writes down what it is asked for, answers as told, and says what it is told to say. */
export class Owner {
  readonly asked: Sent[] = [];
  readonly runtime = new FakeRuntime();
  receipt: ControlReceipt | Promise<ControlReceipt> = { status: 'accepted' };
  /** What else the connection can do, such as `hydrate`. */
  more: Partial<AdapterConnection> = {};
  sink!: AdapterSink;

  readonly adapter: RuntimeAdapter = {
    id: 'owner',
    connect: async (sink) => {
      this.sink = sink;
      sink.capabilities({ controls: this.controls });
      sink.state('live');
      return {
        control: async (request) => {
          this.asked.push(request);
          return this.receipt;
        },
        close: async () => {},
        ...this.more,
      };
    },
  };

  constructor(readonly controls: Partial<Record<ControlKind, 'native'>> = {}) {}

  session(options: AgentSessionOptions = {}): AgentSession {
    return new AgentSession(this.adapter, { runtime: this.runtime, ...options });
  }

  say(...events: AgentUiEvent[]): void {
    this.sink.push(events);
  }
}
