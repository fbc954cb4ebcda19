import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { agUi, type AgUiOptions } from 'oui-elements/agent-ui/adapters/ag-ui';
import { frame, type Wire } from '../src/agent-ui/adapters/ag-ui-driver.js';
import { recording, RECORDINGS } from './ag-ui-fixtures.js';
import { until } from './socket-server.js';

const TENTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
type Answer = () => Response;

const sse = (frames: readonly string[]) => frames.join('');
const numbered = (frames: readonly string[]) => frames.map((text, index) => `id: ${index + 1}\n${text}`);
/** Neither nothing nor everything. */
const at = (list: readonly unknown[], tenth: number) =>
  Math.min(list.length - 1, Math.max(1, Math.round((list.length * tenth) / 10)));

/** A whole answer, or one that breaks off after it. */
function stream(text: string, broken = false): Answer {
  const bytes = new TextEncoder().encode(text);
  let sent = false;
  return () =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (!sent) controller.enqueue(bytes);
          else if (broken) controller.error(new TypeError('reset'));
          else controller.close();
          sent = true;
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    );
}

/** A session in front of a server that answers each request in turn. */
class Played {
  readonly asked: { url: string; method: string; lastId: string | null }[] = [];
  readonly session: AgentSession;
  readonly #answers: Answer[];

  constructor(answers: Answer[], options: Partial<AgUiOptions> = {}, sessionId?: string) {
    this.#answers = answers;
    const fetch: typeof globalThis.fetch = (url, init) => {
      const headers = new Headers(init?.headers);
      this.asked.push({
        url: String(url),
        method: init?.method ?? 'GET',
        lastId: headers.get('last-event-id'),
      });
      const answer = this.#answers.shift();
      return Promise.resolve(answer ? answer() : new Response(null, { status: 404 }));
    };
    this.session = new AgentSession(agUi({ url: '/agent', fetch, ...options }), { sessionId });
  }

  async say(text: string): Promise<this> {
    await this.session.send({ text });
    return this.ended();
  }

  async ended(): Promise<this> {
    await until(() => {
      const { runs } = this.session.snapshot();
      return runs.length > 0 && runs.every(({ outcome }) => outcome) ? true : undefined;
    });
    return this;
  }

  get stale(): boolean {
    return this.session.snapshot().sessions.some(({ stale }) => stale === true);
  }

  codes(): string[] {
    return this.session.snapshot().diagnostics.map(({ code }) => String(code));
  }
}

/**
 * The final facts, without what is told by the clock, what is only said of the delivery, and the names that this
 * client makes up itself.
 */
function factsOf({ session }: Played): unknown {
  const { messages, tools, approvals, artifacts, plans, agents, tasks, runs } = session.snapshot();
  const made = new Map<string, string>();
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value === 'string') {
      return value.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
        if (!made.has(id)) made.set(id, `id-${made.size}`);
        return made.get(id)!;
      });
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !/(?:At|Ms|Stamp|sequence|version|first|last|fallback)$/.test(key))
        .map(([key, item]) => [key, plain(item)]),
    );
  };
  return plain({ messages, tools, approvals, artifacts, plans, agents, tasks, runs });
}

const questionOf = (events: readonly Wire[]): string => {
  const input = events[0]?.['input'] as { messages?: { content: string; role: string }[] } | undefined;
  return input?.messages?.findLast(({ role }) => role === 'user')?.content ?? 'hello';
};

describe('AG-UI streams that come other than they were sent', () => {
  for (const name of RECORDINGS) {
    const events = recording(name);
    const frames = events.map(frame);
    const question = questionOf(events);
    const clean = () => new Played([stream(sse(frames))]).say(question);

    it(`issue 8, 2: ${name}, every message twice: the same facts`, async () => {
      const facts = factsOf(await clean());
      const doubled = await new Played([stream(sse(frames.flatMap((text) => [text, text])))]).say(question);
      expect(factsOf(doubled)).to.deep.equal(facts);
      const ids = numbered(frames).flatMap((text) => [text, text]);
      const identified = await new Played([stream(sse(ids))]).say(question);
      expect(factsOf(identified)).to.deep.equal(facts);
      expect(identified.codes()).not.to.include('ag-ui.run_started_twice');
    });

    it(`issue 8, 2: ${name}, the whole stream replayed: the same facts`, async () => {
      const facts = factsOf(await clean());
      expect(factsOf(await new Played([stream(sse([...frames, ...frames]))]).say(question))).to.deep.equal(
        facts,
      );
      const ids = numbered(frames);
      expect(factsOf(await new Played([stream(sse([...ids, ...ids]))]).say(question))).to.deep.equal(facts);
    });

    it(`issue 8, 2: ${name}, cut at every tenth and resumed by Last-Event-ID: the same facts`, async () => {
      const facts = factsOf(await clean());
      const ids = numbered(frames);
      for (const tenth of TENTHS) {
        const cut = at(ids, tenth);
        const played = new Played([stream(sse(ids.slice(0, cut)), true), stream(sse(ids.slice(cut)))]);
        expect(factsOf(await played.say(question)), `cut at ${tenth}/10`).to.deep.equal(facts);
        expect(played.asked[1]).to.deep.equal({ url: '/agent', method: 'GET', lastId: String(cut) });
        expect(played.stale).to.equal(false);
      }
    });

    it(`issue 8, 2: ${name}, cut at every tenth and read again from its thread: the same facts`, async () => {
      const facts = factsOf(await clean());
      for (const tenth of TENTHS) {
        const head = frames.slice(0, at(frames, tenth));
        const played = new Played([stream(sse(head), true), stream(sse(frames))], { connectUrl: '/connect' });
        expect(factsOf(await played.say(question)), `cut at ${tenth}/10`).to.deep.equal(facts);
        expect(played.asked[1]?.url).to.equal('/connect');
        expect(played.stale).to.equal(false);
      }
    });

    it(`issue 8, 2: ${name}, cut at every tenth for good: never a success`, async () => {
      for (const tenth of TENTHS) {
        const played = await new Played([stream(sse(frames.slice(0, at(frames, tenth))))]).say(question);
        const run = played.session.snapshot().runs.at(-1);
        expect(run?.['outcome'], `cut at ${tenth}/10`).to.equal('failed');
      }
    });

    it(`issue 8, 2: ${name}, joined at every tenth: marked stale, and as ever once the thread is read`, async () => {
      const whole = new Played([stream(sse(frames))], { connectUrl: '/connect' }, 'old');
      await whole.ended();
      for (const tenth of TENTHS) {
        const tail = frames.slice(at(frames, tenth));
        const alone = await new Played([stream(sse(tail))]).say(question);
        expect(alone.stale, `joined at ${tenth}/10`).to.equal(true);
        const played = new Played([stream(sse(tail)), stream(sse(frames))], { connectUrl: '/connect' });
        await played.say(question);
        await until(() => !played.stale || undefined);
        const gist = (of: Played) =>
          of.session
            .snapshot()
            .tools.map(({ toolCallId, state, args, output }) => ({
              toolCallId,
              // Of a call that nobody has answered, in a run that is over, nobody knows what became.
              state: state === 'input-available' ? 'unknown' : state,
              args,
              output,
            }))
            // In order of first sight, which is another where the beginning was missed.
            .sort((a, b) => (String(a.toolCallId) < String(b.toolCallId) ? -1 : 1));
        expect(gist(played), `joined at ${tenth}/10`).to.deep.equal(gist(whole));
        const said = (of: Played) =>
          of.session
            .snapshot()
            .messages.filter(({ role, text }) => role === 'assistant' && text !== '')
            .map(({ messageId, text }) => `${String(messageId)}: ${String(text)}`)
            .sort();
        expect(said(played), `joined at ${tenth}/10`).to.deep.equal(said(whole));
      }
    });
  }
});
