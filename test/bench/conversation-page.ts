import { marked } from 'marked';
import { AgentSession } from 'oui-elements/agent-ui';
import 'oui-elements/define/agent-composer';
import 'oui-elements/define/agent-conversation';
import type { AgentUiEvent } from '../../src/agent-ui/events/event.js';

/** What a candidate does with an answer that comes in pieces. */
export interface Candidate {
  /** Puts it into the page, empty. */
  begin(): Promise<void> | void;
  say(delta: string): void;
  /** What it shows, so that nobody is fast by showing nothing. */
  text(): string;
}

declare global {
  interface Window {
    candidates: Record<string, () => Candidate>;
    stream(name: string, kilobytes: number, deltas: number): Promise<{ longest: number }>;
    openSession(turns: number): Promise<{ ms: number; nodes: number }>;
    typing(turns: number): Promise<HTMLTextAreaElement>;
  }
}

const frame = () => new Promise(requestAnimationFrame);

function ours(): Candidate {
  const session = new AgentSession(undefined, { sessionId: 's' });
  const element = document.createElement('agent-conversation');
  let sequence = 0;
  const tell = (type: string, fields: object, payload: object) =>
    session.dispatch({
      type,
      sessionId: 's',
      turnId: 't',
      runId: 'r',
      sequence: ++sequence,
      ...fields,
      payload,
    } as AgentUiEvent);
  return {
    begin: async () => {
      element.session = session;
      element.style.cssText = 'display: block; block-size: 600px';
      document.body.replaceChildren(element);
      tell('run.started', {}, {});
      await element.updateComplete;
    },
    say: (delta) => tell('text.delta', { messageId: 'm' }, { delta }),
    text: () => element.shadowRoot!.querySelector('.turns')!.textContent,
  };
}

/** What most pages do: the whole answer through a parser and into `innerHTML`, with each piece. */
function innerHtml(): Candidate {
  const box = document.createElement('div');
  let text = '';
  return {
    begin: () => {
      box.style.cssText = 'block-size: 600px; overflow-y: auto';
      document.body.replaceChildren(box);
    },
    say: (delta) => {
      box.innerHTML = marked.parse((text += delta), { async: false });
      box.scrollTop = box.scrollHeight;
    },
    text: () => box.textContent,
  };
}

window.candidates = { 'oui-elements': ours, 'innerHTML + marked': innerHtml };

/** An answer with what answers have in them. */
function answer(length: number): string {
  const part = (n: number) =>
    `## Part ${n}\n\nSome words about **part ${n}**, with \`code\` and [a link](https://example.com/${n}).\n\n` +
    `- one\n- two\n  - nested\n\n| a | b |\n|---|--:|\n| ${n} | 2 |\n\n\`\`\`js\nconst n = ${n}; // code\n\`\`\`\n\n`;
  let text = '';
  for (let n = 0; text.length < length; n++) text += part(n);
  return text.slice(0, length);
}

window.stream = async (name, kilobytes, deltas) => {
  const candidate = window.candidates[name]!();
  await candidate.begin();
  const text = answer(kilobytes * 1024);
  const size = text.length / deltas;
  let longest = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  tasks.observe({ entryTypes: ['longtask'] });
  for (let n = 0; n < deltas; n++) {
    candidate.say(text.slice(n * size, (n + 1) * size));
    if (n % 2 === 1) await frame();
  }
  await frame();
  await frame();
  tasks.disconnect();
  const last = `Part ${answer(kilobytes * 1024).split('## Part ').length - 2}`;
  if (!candidate.text().includes(last)) throw new Error(`${name} does not show ${last}`);
  return { longest };
};

function history(turns: number): AgentUiEvent[] {
  const events: object[] = [];
  for (let n = 0; n < turns; n++) {
    const at = (step: number) => ({
      sessionId: 's',
      turnId: `t${n}`,
      runId: `r${n}`,
      sequence: n * 10 + step + 1,
    });
    events.push({
      type: 'run.started',
      ...at(0),
      payload: { userMessage: { id: `u${n}`, text: `Question ${n}` } },
    });
    if (n % 5 < 2) {
      const toolCallId = `c${n}`;
      events.push({ type: 'tool.started', ...at(1), toolCallId, payload: { name: 'look_up' } });
      events.push({ type: 'tool.result', ...at(2), toolCallId, payload: { outputPreview: { n } } });
    }
    events.push({ type: 'text.final', ...at(3), messageId: `m${n}`, payload: { text: answer(600) } });
    events.push({ type: 'run.finished', ...at(4), payload: { outcome: 'success' } });
  }
  return events as AgentUiEvent[];
}

async function session(turns: number): Promise<{ opened: AgentSession; ms: number }> {
  const opened = new AgentSession(undefined, { sessionId: 's' });
  opened.dispatch(history(turns));
  opened.view('conversation').get();
  const conversation = document.createElement('agent-conversation');
  conversation.style.cssText = 'display: block; block-size: 500px';
  conversation.session = opened;
  const start = performance.now();
  document.body.replaceChildren(conversation);
  await frame();
  await frame();
  return { opened, ms: performance.now() - start };
}

window.openSession = async (turns) => {
  const { ms } = await session(turns);
  const { shadowRoot } = document.querySelector('agent-conversation')!;
  const walker = document.createTreeWalker(shadowRoot!, NodeFilter.SHOW_ALL);
  let nodes = 0;
  while (walker.nextNode()) nodes++;
  return { ms, nodes };
};

window.typing = async (turns) => {
  const { opened } = await session(turns);
  const composer = document.createElement('agent-composer');
  composer.session = opened;
  document.body.append(composer);
  await frame();
  const field = composer.shadowRoot!.querySelector('textarea')!;
  field.focus();
  return field;
};
