import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { realRuntime, type Runtime } from '../base/runtime.js';
import { AgentRuntime, type AgentRuntimeOptions } from '../oui/agent/agent-runtime.js';
import {
  DEFAULT_MAX_MESSAGE_BYTES,
  OUI_SUBPROTOCOL,
  TOKEN_SUBPROTOCOL_PREFIX,
} from '../oui/protocol/limits.js';
import type { Transport } from '../oui/protocol/transport.js';
import { pathOf, refusalOf, subprotocolToken, type AdmissionOptions } from './admission.js';
import { closeSockets } from './close-sockets.js';
import { reportFault, reportThrown, type FaultOptions } from './server-fault.js';
import { SocketTransport } from './socket-transport.js';

export interface ServeOuiOptions extends AdmissionOptions, FaultOptions {
  /** The path of the upgrade request. Default `/oui/v1`. Requests for other paths are left to others. */
  path?: string;
  /** Connections at once; one more is refused with 503. Default 1 000. */
  maxClients?: number;
  /** Larger messages are ignored with a warning, and eight times this closes the connection. Default 1 MiB. */
  maxMessageBytes?: number;
  /** A page has connected; its surfaces follow. Each page has an agent of its own (OUI-R10). */
  onClient?: (agent: AgentRuntime, request: IncomingMessage) => void;
  /** Takes the connection itself, for a relay or an agent runtime of another make: then none is made here. */
  onTransport?: (transport: Transport, request: IncomingMessage) => void;
  /** For each client's `AgentRuntime`. */
  agentOptions?: AgentRuntimeOptions;
  /** Default 30 000. */
  pingIntervalMs?: number;
  /** A client that does not answer a ping for so long is gone. Default 10 000. */
  pongTimeoutMs?: number;
  runtime?: Runtime;
}

export interface OuiServer {
  /** The agents of the pages that are connected now. */
  readonly clients: ReadonlySet<AgentRuntime>;
  /** Ends every connection and takes no more. The HTTP server goes on: it is not ours. */
  close(): Promise<void>;
}

/** Memory is protected by a hard limit; up to it an oversized message costs only itself (OUI-T2). */
const HARD_LIMIT_FACTOR = 8;

/**
 * The agent's end of OUI's WebSocket, on an existing HTTP server (OUI-T6).
 * @example
 * serveOui(server, { onClient: (agent) => agent.whenRegistered().then(() => agent.tools()) });
 */
export function serveOui(server: HttpServer | HttpsServer, options: ServeOuiOptions = {}): OuiServer {
  const { path = '/oui/v1', maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES, maxClients = 1_000 } = options;
  const clients = new Set<AgentRuntime>();
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: maxMessageBytes * HARD_LIMIT_FACTOR,
    // The token is among what is offered, and must never be echoed.
    handleProtocols: (offered) => (offered.has(OUI_SUBPROTOCOL) ? OUI_SUBPROTOCOL : false),
  });

  const welcome = (socket: WebSocket, request: IncomingMessage) => {
    const transport = new SocketTransport(socket, {
      runtime: options.runtime ?? realRuntime,
      maxMessageBytes,
      pingIntervalMs: options.pingIntervalMs ?? 30_000,
      pongTimeoutMs: options.pongTimeoutMs ?? 10_000,
    });
    try {
      if (options.onTransport) {
        options.onTransport(transport, request);
        return;
      }
      const agent = new AgentRuntime({ runtime: options.runtime, ...options.agentOptions });
      clients.add(agent);
      socket.on('close', () => clients.delete(agent));
      void agent.connect(transport);
      options.onClient?.(agent, request);
    } catch (thrown) {
      reportThrown(options, 'oui:listener_failed', 'A listener for clients threw', thrown);
    }
  };

  let open = true;
  let admitting = 0;
  let wasFull = false;
  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (pathOf(request) !== path) return;
    // A client may be gone at any moment; without a listener that would end the process.
    stream.on('error', () => {});
    // Those that are still being authenticated take a place as well.
    const full = sockets.clients.size + admitting >= maxClients;
    if (full && !wasFull) {
      const message = `There are ${maxClients} clients already; see maxClients.`;
      reportFault(options, { code: 'oui:too_many_clients', message });
    }
    wasFull = full;
    admitting++;
    const status = full
      ? '503 Service Unavailable'
      : await refusalOf(request, subprotocolToken(request, TOKEN_SUBPROTOCOL_PREFIX), options, 'oui');
    admitting--;
    if (!open || stream.destroyed) stream.destroy();
    else if (status) stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    else sockets.handleUpgrade(request, stream, head, welcome);
  };
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    void upgrade(request, stream, head);
  };
  server.on('upgrade', onUpgrade);

  return {
    clients,
    close: async () => {
      open = false;
      server.off('upgrade', onUpgrade);
      for (const agent of [...clients]) agent.disconnect();
      await closeSockets(sockets);
    },
  };
}
