import {
  SurfaceBus,
  type ConnectOptions,
  type SurfaceBusOptions,
  type SurfaceManifest,
} from 'oui-elements/oui';
import { AgentRuntime, type AgentRuntimeOptions } from 'oui-elements/oui/agent';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { setDevWarnings } from '../../../src/base/dev-warning.js';
import { FakeRuntime, flush } from '../../fake-runtime.js';

/** A message as the other end sees it. */
export interface Seen {
  type: string;
  payload: Record<string, unknown>;
}

/** A page whose client is the test itself: it sees and sends raw messages. */
export async function scriptedClient(options: SurfaceBusOptions = {}, connect: ConnectOptions = {}) {
  const runtime = new FakeRuntime();
  const bus = new SurfaceBus({ runtime, settle: { quietMs: 0 }, ...options });
  const [pageEnd, end] = linkedTransports();
  const seen: Seen[] = [];
  end.onEvent((message) => seen.push(message as Seen));
  await end.connect();
  const connection = bus.connect(pageEnd, connect);
  await flush();
  let sent = 0;
  const finals = (requestId: string) =>
    seen
      .filter(({ type, payload }) => type === 'action:result' && payload['requestId'] === requestId)
      .map(({ payload }) => payload)
      .filter(({ interim }) => interim !== true);
  return {
    /** Sends an action:request with any further fields, and waits for its final result. */
    ask: async (surfaceId: string, actionId: string, params: unknown = {}, more: object = {}) => {
      const requestId = `q${++sent}`;
      const payload = { requestId, surfaceId, actionId, params, timestamp: runtime.now(), ...more };
      end.send({ type: 'action:request', payload } as never);
      await until(runtime, () => finals(requestId).length > 0);
      return finals(requestId)[0] as Record<string, unknown> & { error?: { code: string; message: string } };
    },
    /** The final results of a request. */
    finals,
    runtime,
    bus,
    connection,
    end,
    /** Everything that has come from the page. */
    seen,
    of: (type: string) => seen.filter((message) => message.type === type).map(({ payload }) => payload),
    /** Types of everything that has come, for order. */
    types: () => seen.map(({ type }) => type),
    send: (message: unknown) => end.send(message as never),
    /** Sends an action:request and returns its requestId. */
    request: (surfaceId: string, actionId: string, params: unknown = {}, requestId = `r${++sent}`) => {
      end.send({
        type: 'action:request',
        payload: { requestId, surfaceId, actionId, params, timestamp: runtime.now() },
      } as never);
      return requestId;
    },
    results: (requestId: string) =>
      seen
        .filter(({ type, payload }) => type === 'action:result' && payload['requestId'] === requestId)
        .map(({ payload }) => payload),
  };
}

/** Lets what is due happen until something holds; modules that are loaded when needed take their time. */
export async function until(runtime: FakeRuntime, holds: () => boolean): Promise<void> {
  do await runtime.advance(0);
  while (!holds());
}

/** An agent whose page is the test itself. */
export async function scriptedPage(options: AgentRuntimeOptions = {}) {
  const runtime = new FakeRuntime();
  const agent = new AgentRuntime({ runtime, ...options });
  const [end, agentEnd] = linkedTransports();
  const seen: Seen[] = [];
  end.onEvent((message) => seen.push(message as Seen));
  await agent.connect(agentEnd);
  await end.connect();
  const send = async (type: string, payload: Record<string, unknown>) => {
    end.send({ type, payload: { timestamp: runtime.now(), ...payload } } as never);
    await flush();
  };
  return {
    runtime,
    agent,
    end,
    seen,
    send,
    requests: () => seen.filter(({ type }) => type === 'action:request').map(({ payload }) => payload),
    register: (surface: unknown, more: object = {}) => send('surface:register', { surface, ...more }),
    result: (payload: Record<string, unknown>) => send('action:result', payload),
  };
}

/** A whole loop: a page and an agent, linked. */
export async function linkedPage(
  bus: SurfaceBusOptions = {},
  agent: AgentRuntimeOptions = {},
  connect: ConnectOptions = {},
) {
  const runtime = new FakeRuntime();
  const page = new SurfaceBus({ runtime, settle: { quietMs: 0 }, ...bus });
  const worker = new AgentRuntime({ runtime, ...agent });
  const [pageEnd, agentEnd] = linkedTransports();
  const connection = page.connect(pageEnd, connect);
  await worker.connect(agentEnd);
  await flush();
  return { runtime, bus: page, agent: worker, connection, pageEnd, agentEnd };
}

/** A small surface with one action and whatever the test adds. */
export function manifestWith(changes: Partial<SurfaceManifest> = {}): SurfaceManifest {
  return {
    id: 'notes',
    name: 'Notes',
    description: 'Short notes.',
    actions: [
      {
        id: 'add_note',
        description: 'Adds a note.',
        input: {
          type: 'object',
          properties: { text: { type: 'string', description: 'The note.', maxLength: 20 } },
          required: ['text'],
        },
      },
    ],
    ...changes,
  };
}

let sinkBefore: ReturnType<typeof setDevWarnings> | undefined;

/** Advice on manifests; its code is loaded when first needed, so it may come at any moment. */
const ADVICE = [
  'oui:unbounded_input',
  'oui:missing_description',
  'oui:destructive_without_confirm',
  'oui:slow_pattern',
];

/** Whether a warning of this code is advice, which no test may count on not hearing. */
export function isAdvice(code: string): boolean {
  return ADVICE.includes(code);
}

/** Collects the warnings that authors would see, until `restoreWarnings`; of advice only where it is asked for. */
export function collectWarnings({ advice = false } = {}): { code: string; message: string }[] {
  const warnings: { code: string; message: string }[] = [];
  const before = setDevWarnings((code, message) => {
    if (advice || !isAdvice(code)) warnings.push({ code, message });
  });
  sinkBefore ??= before;
  return warnings;
}

export function restoreWarnings(): void {
  if (sinkBefore) setDevWarnings(sinkBefore);
  sinkBefore = undefined;
}

/** A promise and its ends. */
export function deferred<T = unknown>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
