import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serveOui, type ServeOuiOptions } from 'oui-elements/node';
import { WebSocketServer } from 'ws';
import { serveRun } from './ag-ui-endpoint.js';
import type { RunAgent } from './ag-ui-run.js';
import { newShop, serveOrders, type OrdersShop } from './orders/orders-page.js';
import { openAiAgent, openAiFromEnvironment } from './openai-agent.js';
import { REMOTE_PATH } from './remote-messages.js';
import { serveTerminal } from './remote-session.js';
import { localDay, scriptedRun } from './scripted-run.js';
import { SECURITY_HEADERS, sendFile } from './static-files.js';

const PAGE = '/demo/todos/index.html';
/** There once `npm run site` has made it. */
const SITE = new URL('../../dist/site/index.html', import.meta.url);
const OUI_PATH = '/oui/v1';
/** Paths of the page's own router. */
const PAGE_PATHS = /^\/(?:todos(?:\/[^.]*)?|about)$/;

export interface DemoServerOptions {
  /** Answers at `/agent`; the scripted agent by default. */
  agent?: RunAgent;
  /** `YYYY-MM-DD` */
  today?: () => string;
  /** What the server-rendered page at `/orders` shows. */
  shop?: OrdersShop;
  /** Takes the connections of pages itself, in place of an agent for each. */
  onTransport?: ServeOuiOptions['onTransport'];
}

export interface DemoServer {
  /** Settles with the address of the page. Port 0 takes any free one. */
  listen(port: number, host?: string): Promise<string>;
  close(): Promise<void>;
}

/** The demo: the page, its agent over AG-UI, and the OUI WebSocket through which a remote agent drives the page. */
export function createDemoServer({
  today = localDay,
  agent = scriptedRun({ today }),
  shop = newShop(),
  onTransport,
}: DemoServerOptions = {}): DemoServer {
  const server = createServer((request, response) => {
    handle(request, response, agent, shop).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const oui = serveOui(server, { path: OUI_PATH, ...(onTransport ? { onTransport } : {}) });
  const address = () => `http://localhost:${(server.address() as AddressInfo).port}`;
  const terminals = serveTerminals(server, {
    // Of several open pages, the one that came last.
    page: () => [...oui.clients].at(-1),
    today,
    address,
  });
  return {
    listen: (port, host = '127.0.0.1') =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve(address()));
      }),
    close: async () => {
      for (const terminal of terminals.clients) terminal.terminate();
      await oui.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  agent: RunAgent,
  shop: OrdersShop,
): Promise<void> {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  const path = pathOf(request);
  if (path === '/agent') {
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
    // A foreign page must not spend the key of whoever runs this.
    if (isForeign(request)) return void response.writeHead(403).end();
    return serveRun(request, response, agent);
  }
  if (!isForeign(request) && (await serveOrders(shop, request, response))) return;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
  }
  if (path === '/') return void response.writeHead(302, { location: '/todos' }).end();
  return sendFile(PAGE_PATHS.test(path) ? PAGE : path, response, request.method === 'GET');
}

function pathOf(request: IncomingMessage): string {
  try {
    return decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
  } catch {
    return '/\0';
  }
}

/** Browsers say where a request comes from; other programs need not. */
function isForeign({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  return origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`;
}

/** The terminal's socket is for programs on this computer: never for a page, whatever its origin. */
function serveTerminals(server: Server, options: Parameters<typeof serveTerminal>[1]): WebSocketServer {
  const terminals = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
  server.on('upgrade', (request, socket, head) => {
    if (pathOf(request) === OUI_PATH) return;
    if (pathOf(request) !== REMOTE_PATH) {
      socket.destroy();
      return;
    }
    const local = /^(?:::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
    if (!local || request.headers.origin !== undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      return;
    }
    terminals.handleUpgrade(request, socket, head, (terminal) => serveTerminal(terminal, options));
  });
  return terminals;
}

async function main(): Promise<void> {
  const model = openAiFromEnvironment(process.env);
  const server = createDemoServer(model ? { agent: openAiAgent(model) } : {});
  const port = Number(process.env['PORT'] ?? 4173);
  const address = await server.listen(port, process.env['HOST']).catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'EADDRINUSE' ? `Port ${port} is taken; set PORT to another one.` : error.message;
    console.error(why);
    process.exit(1);
  });
  console.log(`The demo is at ${address}`);
  console.log(
    model
      ? `Its agent is a model at ${model.baseUrl ?? 'OpenAI'}.`
      : 'Its agent is scripted: no key is needed.',
  );
  if (existsSync(SITE)) console.log(`The guides, the reference and more: ${address}/dist/site/index.html`);
  console.log('In a second terminal: npm run agent -- "add milk"');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
