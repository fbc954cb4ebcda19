import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk/unstable';
import { createNodeWebSocketUpgradeHandler } from '@agentclientprotocol/sdk/experimental/node';
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server';
import { WebSocketServer } from 'ws';

type Update = acp.SessionNotification['update'];

interface Talk {
  id: string;
  mode: string;
  /** Everything that was told, for whoever loads the session. */
  history: Update[];
  /** Who listens now, and the next who will. */
  client: acp.AgentContext;
  joined: () => void;
  stop?: () => void;
  pageServer?: string;
}

const MODES = [
  { id: 'ask', name: 'Ask' },
  { id: 'code', name: 'Code' },
];
const OPTIONS: acp.PermissionOption[] = [
  { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];
const textOf = (blocks: readonly acp.ContentBlock[]) =>
  blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');

/**
 * An agent on loopback, of the protocol's own SDK, that does what the first word of a prompt says: `tool`, `approve`,
 * `slow`, `fail`, `cut`, `page`; anything else it says back. It keeps its sessions, and goes on without a listener.
 */
export class AcpPeer {
  readonly prompts: string[] = [];
  /** What permissions came to. */
  readonly answers: string[] = [];
  readonly tokens: (string | undefined)[] = [];
  /** Refuses to open anything with this HTTP status. */
  refuseWith: number | undefined;
  readonly #talks = new Map<string, Talk>();
  readonly #http = createServer((_, response) => response.writeHead(404).end());
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #server = new AcpServer({ createAgent: () => this.#agent() });
  readonly #caller = new acp.McpOverAcpCaller();

  static async start(): Promise<AcpPeer> {
    const peer = new AcpPeer();
    const upgrade = createNodeWebSocketUpgradeHandler(peer.#server, peer.#sockets);
    peer.#http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      peer.tokens.push(/acp\.token\.([\w-]+)/.exec(request.headers['sec-websocket-protocol'] ?? '')?.[1]);
      if (peer.refuseWith === undefined) upgrade(request, socket, head);
      else {
        const page = '<!doctype html><title>Sign in</title>';
        socket.end(`HTTP/1.1 ${peer.refuseWith} Refused\r\ncontent-type: text/html\r\n\r\n${page}`);
      }
    });
    peer.#http.listen(0, '127.0.0.1');
    await once(peer.#http, 'listening');
    return peer;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#http.address() as AddressInfo).port}/acp`;
  }

  /** Every line breaks, without a word; the agent works on. */
  drop(): void {
    for (const client of this.#sockets.clients) client.terminate();
  }

  async stop(): Promise<void> {
    this.drop();
    await this.#server.close();
    this.#sockets.close();
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  #agent() {
    const { agent, methods } = acp;
    return agent({ name: 'peer' })
      .onRequest(methods.agent.initialize, () => ({
        protocolVersion: acp.PROTOCOL_VERSION,
        agentCapabilities: {
          loadSession: true,
          mcpCapabilities: { acp: true },
          promptCapabilities: { embeddedContext: true },
          sessionCapabilities: { list: {} },
        },
      }))
      .onRequest(methods.agent.session.new, ({ params, client }) => {
        const talk: Talk = {
          id: `s${this.#talks.size + 1}`,
          mode: 'ask',
          history: [],
          client,
          joined: () => {},
        };
        this.#talks.set(talk.id, talk);
        this.#hearOf(talk, params.mcpServers);
        return { sessionId: talk.id, modes: { currentModeId: talk.mode, availableModes: MODES } };
      })
      .onRequest(methods.agent.session.load, async ({ params, client }) => {
        const talk = this.#talks.get(params.sessionId);
        if (!talk) throw acp.RequestError.resourceNotFound(params.sessionId);
        this.#hearOf(talk, params.mcpServers);
        for (const update of talk.history)
          await client.notify('session/update', { sessionId: talk.id, update });
        talk.client = client;
        setImmediate(talk.joined);
        return { modes: { currentModeId: talk.mode, availableModes: MODES } };
      })
      .onRequest(methods.agent.session.setMode, ({ params }) => {
        this.#talks.get(params.sessionId)!.mode = params.modeId;
        return {};
      })
      .onNotification(methods.agent.session.cancel, ({ params }) =>
        this.#talks.get(params.sessionId)?.stop?.(),
      )
      .onNotification(methods.agent.mcp.message, (context) => this.#caller.handleNotification(context))
      .onRequest(methods.agent.session.prompt, ({ params }) =>
        this.#prompt(this.#talks.get(params.sessionId)!, params.prompt),
      );
  }

  #hearOf(talk: Talk, servers: readonly acp.McpServer[]): void {
    talk.pageServer = servers.find(acp.isMcpServerAcp)?.serverId;
  }

  async #prompt(talk: Talk, prompt: acp.ContentBlock[]): Promise<acp.PromptResponse> {
    const text = textOf(prompt);
    this.prompts.push(text);
    talk.history.push({
      sessionUpdate: 'user_message_chunk',
      messageId: `u${talk.history.length}`,
      content: { type: 'text', text },
    });
    const cancelled = new Promise<'cancelled'>((resolve) => (talk.stop = () => resolve('cancelled')));
    const [what] = text.split(' ');
    const id = `t${talk.history.length}`;
    switch (what) {
      case 'tool':
        await this.#tool(talk, id);
        break;
      case 'approve':
        await this.#approve(talk, id, cancelled);
        break;
      case 'slow':
        await this.#say(talk, 'Working ');
        await cancelled;
        return { stopReason: 'cancelled' };
      case 'fail':
        await this.#say(talk, 'Half a ');
        throw acp.RequestError.internalError({ details: 'the model is away' });
      case 'cut':
        await this.#say(talk, 'Half a ');
        return { stopReason: 'max_tokens' };
      case 'page':
        await this.#page(talk);
        break;
      default:
        for (const word of ['You said: ', text]) await this.#say(talk, word);
    }
    return { stopReason: 'end_turn', usage: { totalTokens: 7, inputTokens: 3, outputTokens: 4 } };
  }

  async #tell(talk: Talk, update: Update): Promise<void> {
    talk.history.push(update);
    // Nobody may be there.
    await talk.client.notify('session/update', { sessionId: talk.id, update }).catch(() => {});
  }

  #say(talk: Talk, text: string): Promise<void> {
    const messageId = `m${talk.history.findLastIndex(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk')}`;
    return this.#tell(talk, {
      sessionUpdate: 'agent_message_chunk',
      messageId,
      content: { type: 'text', text },
    });
  }

  async #tool(talk: Talk, toolCallId: string): Promise<void> {
    const rawInput = { path: '/w/a.txt' };
    await this.#tell(talk, {
      sessionUpdate: 'tool_call',
      toolCallId,
      title: 'Read a.txt',
      kind: 'read',
      status: 'in_progress',
      rawInput,
    });
    await this.#tell(talk, {
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text: 'the body' } }],
    });
    await this.#say(talk, 'Read it.');
  }

  /** Asks until somebody has answered: a question that goes under with its connection is asked of the next. */
  async #approve(talk: Talk, toolCallId: string, cancelled: Promise<'cancelled'>): Promise<void> {
    const title = 'Delete a.txt';
    await this.#tell(talk, {
      sessionUpdate: 'tool_call',
      toolCallId,
      title,
      kind: 'delete',
      status: 'pending',
    });
    let outcome: acp.RequestPermissionOutcome | undefined;
    while (!outcome) {
      const joined = new Promise<void>((resolve) => (talk.joined = resolve));
      const asked = talk.client
        .request('session/request_permission', {
          sessionId: talk.id,
          toolCall: { toolCallId, title },
          options: OPTIONS,
        })
        .then((response) => response.outcome);
      outcome = await asked.catch(() => undefined);
      if (!outcome) await Promise.race([joined, cancelled]);
    }
    const optionId = outcome.outcome === 'selected' ? outcome.optionId : 'cancelled';
    this.answers.push(optionId);
    const status = optionId === 'once' ? 'completed' : 'failed';
    await this.#tell(talk, {
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status,
      rawOutput: { optionId },
    });
    await this.#say(talk, optionId === 'once' ? 'Deleted.' : 'Left alone.');
  }

  async #page(talk: Talk): Promise<void> {
    const server = talk.pageServer;
    if (server === undefined) return this.#say(talk, 'The page has no tools.');
    const listed = await this.#caller.request(talk.client, server, 'tools/list');
    const { tools } = ('result' in listed ? listed.result : {}) as { tools: { name: string }[] };
    const params = { name: tools[0]!.name, arguments: { title: 'milk' } };
    const called = await this.#caller.request(talk.client, server, 'tools/call', params);
    const { content } = ('result' in called ? called.result : {}) as { content: { text: string }[] };
    await this.#say(talk, `The page says ${content[0]!.text}`);
  }
}
