import type { IncomingMessage, Server } from 'node:http';
import { serveOui } from 'oui-elements/node';
import { CONFORMANCE_AGENT_OPTIONS, conformanceAgent, type OpenPeer } from 'oui-elements/testing';
import { setDevWarnings } from '../../src/base/dev-warning.js';

type Transport = OpenPeer['transport'];

/**
 * Gives the test runner's own server two ends of OUI's WebSocket: `/oui-test/agent`, where our agent is to be
 * tested, and `/oui-test/relay?<room>`, which carries what one client of a room says to the other.
 */
export const conformanceSockets = {
  name: 'conformance-sockets',
  serverStart: ({ server }: { server: Server }): void => {
    // Malformed messages are part of the suite.
    setDevWarnings(undefined);
    serveOui(server, {
      path: '/oui-test/agent',
      agentOptions: CONFORMANCE_AGENT_OPTIONS,
      onClient: conformanceAgent,
    });
    const rooms = new Map<string, Room>();
    serveOui(server, {
      path: '/oui-test/relay',
      onTransport: (transport: Transport, { url = '' }: IncomingMessage) => {
        const room = rooms.get(url) ?? new Room();
        rooms.set(url, room);
        room.enter(transport);
      },
    });
  },
};

/** Two clients. What is said before the second has come is kept for it. */
class Room {
  readonly #clients: Transport[] = [];
  readonly #kept: unknown[] = [];

  enter(transport: Transport): void {
    this.#clients.push(transport);
    transport.onEvent((message) => {
      const other = this.#clients.find((client) => client !== transport);
      if (other) other.send(message as never);
      else this.#kept.push(message);
    });
    if (this.#clients.length === 2) for (const message of this.#kept) transport.send(message as never);
  }
}
