import type { AgentRuntime, AgentTool, ConfirmationRequest } from 'oui-elements/oui/agent';
import type { WebSocket } from 'ws';
import type { FromTerminal, ToTerminal } from './remote-messages.js';
import { plan, type Step } from './scripted-agent.js';
import type { TodoPage } from './todo.js';

export interface RemoteSessionOptions {
  /** The page to drive; `undefined` when none is open. */
  page: () => AgentRuntime | undefined;
  today: () => string;
  /** Where a person can open the page. */
  address: () => string;
}

/** The server's end of `npm run agent`: the scripted agent drives the open page over the OUI WebSocket. */
export function serveTerminal(socket: WebSocket, options: RemoteSessionOptions): void {
  const gone = new AbortController();
  let answered: ((yes: boolean) => void) | undefined;
  const tell = (message: ToTerminal) => {
    if (!gone.signal.aborted) socket.send(JSON.stringify(message));
  };
  /** The person at the terminal; whoever leaves has not said yes. */
  const confirm = ({ title, description, params }: ConfirmationRequest) =>
    new Promise<boolean>((resolve) => {
      answered = resolve;
      tell({ type: 'confirm', title, description, params });
    });
  socket.on('close', () => {
    gone.abort();
    answered?.(false);
  });
  socket.on('message', (data: Buffer) => {
    const message = read(data.toString('utf8'));
    if (message?.type === 'answer') answered?.(message.yes === true);
    if (message?.type !== 'say') return;
    void obey(message.text, { ...options, tell, confirm, signal: gone.signal })
      .catch((error: unknown) => {
        tell({ type: 'text', text: `The server failed: ${String(error)}` });
        return false;
      })
      .then((ok) => tell({ type: 'end', ok }));
  });
}

interface Session extends RemoteSessionOptions {
  tell: (message: ToTerminal) => void;
  confirm: (request: ConfirmationRequest) => Promise<boolean>;
  signal: AbortSignal;
}

/** @returns true when everything that was asked for has been done */
async function obey(sentence: string, session: Session): Promise<boolean> {
  const { page, tell, today, address } = session;
  const agent = page();
  if (!agent) {
    tell({ type: 'text', text: `No page is open. Open ${address()} in a browser and try again.` });
    return false;
  }
  const tools = agent.tools();
  if (tools.length === 0) {
    tell({
      type: 'text',
      text: 'The open page offers nothing to do just now. Go to its to-do list and try again.',
    });
    return false;
  }
  const planned = plan(sentence, pageOf(agent), { today: today() });
  tell({ type: 'text', text: planned.say });
  for (const step of planned.steps) {
    const tool = tools.find(({ actionId }) => actionId === step.action);
    if (!tool) {
      tell({ type: 'text', text: `The page does not offer ${step.action} now.` });
      return false;
    }
    if (!(await invoke(agent, tool, step, session))) return false;
  }
  return true;
}

async function invoke(agent: AgentRuntime, tool: AgentTool, step: Step, session: Session): Promise<boolean> {
  const { tell, confirm, signal } = session;
  tell({ type: 'call', tool: tool.name, params: step.params });
  const { success, durationMs, data, error } = await agent.invoke(
    tool.surfaceId,
    tool.actionId,
    step.params,
    {
      signal,
      confirm,
      onInterim: (interim) => tell({ type: 'interim', data: interim.data, progress: interim.progress }),
    },
  );
  tell({
    type: 'result',
    success,
    ...(durationMs !== undefined && { durationMs }),
    ...(data !== undefined && { data }),
    ...(error && { error }),
  });
  return success;
}

function pageOf(agent: AgentRuntime): TodoPage {
  return (Object.values(agent.observations).find((values) => 'todo_list' in values) ?? {}) as TodoPage;
}

function read(text: string): FromTerminal | undefined {
  try {
    return JSON.parse(text) as FromTerminal;
  } catch {
    return undefined;
  }
}
