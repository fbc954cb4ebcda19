import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';
import 'oui-elements/define';

declare global {
  interface Window {
    team(tag: string, agents: number, items: number, events: number): Promise<TeamSeen>;
    leave(): Promise<void>;
  }
}

export interface TeamSeen {
  /** Until it is drawn, milliseconds. */
  open: number;
  /** The longest task of the main thread, over 50 ms, while it opened, and while facts came. */
  longestOpening: number;
  longestUpdating: number;
  nodes: number;
}

const frame = () => new Promise(requestAnimationFrame);

/** A team whose members all talk, work and report at once. */
function* story(agents: number, items: number, events: number): Iterable<AgentUiEvent> {
  let sequence = 0;
  const say = (type: string, fields: object, payload: object = {}) =>
    ({ type, sessionId: 's', threadId: 't', sequence: ++sequence, ...fields, payload }) as AgentUiEvent;
  const agent = (n: number) => `agent-${n % agents}`;
  yield say('team.changed', { teamId: 'team', teamName: 'Team', topology: 'coordinator_team' });
  for (let n = 0; n < agents; n++) {
    const parentAgentId = n === 0 ? undefined : agent(Math.floor((n - 1) / 6));
    const source = n % 5 === 3 ? 'background' : n % 5 === 4 ? 'remote' : 'agent';
    const status = n % 11 === 0 ? 'needs_input' : 'running';
    const policy = { mode: n % 3 === 0 ? 'ask' : 'auto' };
    const more = { role: 'worker', model: 'm', status, parentAgentId, source, policy };
    yield say(
      'agent.spawned',
      { agentId: agent(n), agentName: `Agent ${n}`, teamId: 'team', parentSessionId: 's' },
      more,
    );
  }
  for (let n = 0; n < items; n++) {
    const status = ['open', 'claimed', 'running', 'blocked', 'reviewing', 'done'][n % 6];
    yield say(
      'task.changed',
      { taskId: `w-${n}`, workItemId: `w-${n}`, teamId: 'team' },
      { title: `Item ${n}`, status, assignee: agent(n) },
    );
  }
  for (let n = 0; sequence < events; n++) {
    const fields = { turnId: `turn-${n % 400}`, runId: `run-${n % 400}`, agentId: agent(n) };
    switch (n % 8) {
      case 0:
        yield say('run.started', { ...fields, runId: `run-${n % 400}` });
        break;
      case 1:
        yield say(
          'tool.started',
          { ...fields, toolCallId: `call-${n}` },
          { name: 'read_file', title: 'Read a file' },
        );
        break;
      case 2:
        yield say('tool.result', { ...fields, toolCallId: `call-${n - 1}` }, { outputPreview: 'ok' });
        break;
      case 3:
        yield say('agent.changed', fields, { status: n % 3 ? 'running' : 'idle', currentTask: `Step ${n}` });
        break;
      case 4:
        yield say(
          'task.changed',
          { taskId: `w-${n % items}`, workItemId: `w-${n % items}` },
          { progress: n % 100 },
        );
        break;
      case 5:
        yield say(
          'worker.notification',
          { ...fields, workerNotificationId: `n-${n % 500}` },
          { summary: `Report ${n}`, status: 'completed' },
        );
        break;
      case 6:
        yield say('text.delta', { ...fields, messageId: `m-${n % 400}` }, { delta: `word ${n} ` });
        break;
      default:
        yield say(
          'artifact.updated',
          { ...fields, artifactId: `art-${n % 200}` },
          { title: `Artifact ${n % 200}`, kind: 'document', versionId: `v${n}` },
        );
    }
    if (n % 800 === 0) {
      yield say('review.requested', { reviewId: `r-${n}`, agentId: agent(n) }, { reviewer: agent(n + 1) });
      yield say(
        'agent.handoff',
        { handoffId: `h-${n}` },
        { from: agent(n), to: agent(n + 1), reason: 'next' },
      );
      yield say('evidence.changed', { evidenceId: `e-${n}`, ...fields }, { status: 'ready' });
    }
  }
}

let shown: { session: AgentSession; element: HTMLElement } | undefined;

window.team = async (tag, agents, items, events) => {
  const all = [...story(agents, items, events)];
  const rest = all.splice(all.length - 3000);
  const session = new AgentSession(undefined, { sessionId: 's' });
  session.dispatch(all);
  session.snapshot();
  for (let n = 0; n < 5; n++) await frame();
  let longest = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  tasks.observe({ entryTypes: ['longtask'] });
  const element = document.createElement(tag) as HTMLElement & { session?: AgentSession };
  element.session = session;
  element.style.cssText = 'display: block; block-size: 640px; overflow: auto';
  const start = performance.now();
  document.body.replaceChildren(element);
  await frame();
  await frame();
  const open = performance.now() - start;
  for (let n = 0; n < 10; n++) await frame();
  const longestOpening = longest;
  longest = 0;
  for (let at = 0; at < rest.length; at += 50) {
    session.dispatch(rest.slice(at, at + 50));
    await frame();
  }
  for (let n = 0; n < 5; n++) await frame();
  tasks.disconnect();
  const nodes = element.shadowRoot!.querySelectorAll('*').length;
  shown = { session, element };
  return { open, longestOpening, longestUpdating: longest, nodes };
};

window.leave = async () => {
  shown?.element.remove();
  await shown?.session.close();
  shown = undefined;
  await frame();
};
