import { isJsonObject } from '../base/json.js';
import { realRuntime, type Runtime } from '../base/runtime.js';
import type { SurfaceManifest } from '../oui/protocol/manifest.js';
import type { ActionRequest, ActionResultPayload } from '../oui/protocol/messages.js';
import type { Transport, WireMessage } from '../oui/protocol/transport.js';

/** A message as it came. */
export interface Seen {
  type: string;
  payload: Record<string, unknown>;
}

/** What both scripted ends have. */
export interface ScriptedPeer {
  /** Everything that has come from the other end, oldest first. */
  readonly seen: readonly Seen[];
  /** The payloads of one type. */
  of(type: string): Record<string, unknown>[];
  /** Resolves with the first message that `test` accepts, one that has come already included. */
  next(test: (message: Seen) => boolean): Promise<Seen>;
  /** Sends anything, also what no end of ours would send. */
  send(message: unknown): void;
  disconnect(): void;
}

/** An agent that does what a test says: it sees and sends raw messages. */
export interface ScriptedAgent extends ScriptedPeer {
  /** Sends an `action:request`, and resolves with its final result. */
  request(
    surfaceId: string,
    actionId: string,
    params?: Record<string, unknown>,
    more?: Partial<ActionRequest['payload']>,
  ): Promise<ActionResultPayload>;
}

/** A page that does what a test says: it registers, and answers requests by hand. */
export interface ScriptedPage extends ScriptedPeer {
  register(surface: SurfaceManifest): void;
  deregister(surfaceId: string): void;
  update(surfaceId: string, observationId: string, value: unknown): void;
  /** Resolves with the next request that has not been given out yet. */
  request(): Promise<ActionRequest['payload']>;
  /** Answers a request; `success` is true unless it says otherwise. */
  result(requestId: string, content: Partial<ActionResultPayload>): void;
}

/** Connects a transport, and plays the agent on it by hand. */
export async function scriptedAgent(
  transport: Transport,
  runtime: Runtime = realRuntime,
): Promise<ScriptedAgent> {
  const peer = await scriptedPeer(transport);
  return {
    ...peer,
    request: async (surfaceId, actionId, params = {}, more = {}) => {
      const payload = {
        requestId: runtime.uuid(),
        surfaceId,
        actionId,
        params,
        timestamp: runtime.now(),
        ...more,
      };
      peer.send({ type: 'action:request', payload });
      const result = await peer.next(
        ({ type, payload: { requestId, interim } }) =>
          type === 'action:result' && requestId === payload.requestId && interim !== true,
      );
      return result.payload as unknown as ActionResultPayload;
    },
  };
}

/** Connects a transport, and plays the page on it by hand. */
export async function scriptedPage(
  transport: Transport,
  runtime: Runtime = realRuntime,
): Promise<ScriptedPage> {
  const peer = await scriptedPeer(transport);
  const given = new Set<Seen>();
  const say = (type: string, content: object) =>
    peer.send({ type, payload: { timestamp: runtime.now(), ...content } });
  return {
    ...peer,
    register: (surface) => say('surface:register', { surface }),
    deregister: (surfaceId) => say('surface:deregister', { surfaceId }),
    update: (surfaceId, observationId, value) =>
      say('observation:update', { surfaceId, observationId, value }),
    request: async () => {
      const message = await peer.next((seen) => seen.type === 'action:request' && !given.has(seen));
      given.add(message);
      return message.payload as unknown as ActionRequest['payload'];
    },
    result: (requestId, content) =>
      say('action:result', { requestId, success: true, durationMs: 0, ...content }),
  };
}

async function scriptedPeer(transport: Transport): Promise<ScriptedPeer> {
  const seen: Seen[] = [];
  const waiting = new Set<(message: Seen) => void>();
  transport.onEvent((message) => {
    if (!isJsonObject(message)) return;
    const payload = isJsonObject(message['payload']) ? message['payload'] : {};
    const arrived = { type: String(message['type']), payload };
    seen.push(arrived);
    for (const check of [...waiting]) check(arrived);
  });
  await transport.connect();
  return {
    seen,
    of: (type) => seen.filter((message) => message.type === type).map(({ payload }) => payload),
    next: (test) => {
      const found = seen.find(test);
      if (found) return Promise.resolve(found);
      return new Promise((resolve) => {
        const check = (message: Seen) => {
          if (!test(message)) return;
          waiting.delete(check);
          resolve(message);
        };
        waiting.add(check);
      });
    },
    send: (message) => void transport.send(message as WireMessage),
    disconnect: () => transport.disconnect(),
  };
}
