import { expect } from 'chai';
import { STREAMS } from '../../../../fixtures/ai-sdk/streams.js';
import { broken, DONE, Driver, factsOf, framesOf, sse, stream, whole, type SentMessage } from './driver.js';
import { PromptResponse } from '../../../../prompt-response.js';

/** The recorded runs that stand alone. */
const NAMES = [
  'basic',
  'resume-replay',
  'tools',
  'parts',
  'error',
  'abort',
  'approval-1-request',
  'keepalive',
] as const;
type Name = (typeof NAMES)[number];

const TENTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const at = (frames: readonly string[], tenth: number) => Math.round((frames.length * tenth) / 10);

interface Clean {
  frames: string[];
  facts: unknown;
  /** What a server would have kept: the question, and the answer as the client has it. */
  saved: SentMessage[];
}

async function clean(name: Name): Promise<Clean> {
  let chat: unknown;
  // The list is the chat's own, and grows with the answer.
  const prepareBody = (body: Record<string, unknown>) => ((chat = body['messages']), body);
  const driver = new Driver({ prepareBody }).answer(() => stream(STREAMS[name]));
  const facts = factsOf(await driver.say());
  return { frames: framesOf(STREAMS[name]), facts, saved: structuredClone(chat) as SentMessage[] };
}

/** Text of answers, and rows in short: what must be the same wherever runs and turns have other names. */
function gist(driver: Driver): unknown {
  const { messages, tools, evidence, artifacts, approvals } = driver.snapshot;
  return {
    answers: messages
      .filter(({ role, text }) => role === 'assistant' && text !== '')
      .map(({ messageId, text }) => [messageId, text]),
    // In order of first sight, which is another when the beginning was missed.
    tools: [...tools]
      .sort((a, b) => (String(a['toolCallId']) < String(b['toolCallId']) ? -1 : 1))
      .map(({ toolCallId, name, args, state, output, error }) => ({
        toolCallId,
        name,
        args,
        state,
        output,
        error,
      })),
    evidence: evidence.map(({ evidenceId, title }) => [evidenceId, title]),
    artifacts: artifacts.map(({ artifactId, readRef }) => [artifactId, readRef]),
    approvals: approvals.map(({ actionId, state, decision }) => [actionId, state, decision].join(' ')).sort(),
  };
}

describe('AI SDK streams that come other than they were sent', () => {
  for (const name of NAMES) {
    it(`issue 8, 2: ${name}, every chunk twice: the same facts`, async () => {
      const { frames, facts } = await clean(name);
      const driver = new Driver().answer(() => stream(sse(frames.flatMap((frame) => [frame, frame])) + DONE));
      expect(factsOf(await driver.say())).to.deep.equal(facts);
      expect(driver.codes()).to.include('ai-sdk.doubled');
    });

    it(`issue 8, 2: ${name}, the whole stream replayed: the same facts`, async () => {
      const { frames, facts } = await clean(name);
      const driver = new Driver().answer(() => stream(sse([...frames, ...frames]) + DONE));
      expect(factsOf(await driver.say())).to.deep.equal(facts);
    });

    it(`issue 8, 2: ${name}, cut at every tenth and resumed from its beginning: the same facts`, async () => {
      const { frames, facts } = await clean(name);
      for (const tenth of TENTHS) {
        const driver = new Driver({ resume: true }).answer(
          broken(sse(frames.slice(0, at(frames, tenth)))),
          () => stream(sse(frames) + DONE),
        );
        expect(factsOf(await driver.say()), `cut at ${tenth}/10`).to.deep.equal(facts);
        // What had its end before the cut needs no second look.
        const asked = driver.requests.slice(1).map(({ url, method }) => [method, url]);
        expect(asked.length, `cut at ${tenth}/10`).to.be.at.most(1);
        for (const [method, url] of asked) {
          expect([method, url]).to.deep.equal(['GET', `/api/chat/${driver.session.sessionId}/stream`]);
        }
      }
    });

    it(`issue 8, 2: ${name}, cut at every tenth, and told anew in other words: the same facts`, async () => {
      const { frames, facts } = await clean(name);
      // Another server process writes the same chunks with their keys in another order.
      const other = frames.map((frame) =>
        JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(frame) as object).reverse())),
      );
      for (const tenth of TENTHS) {
        const driver = new Driver({ resume: true }).answer(
          broken(sse(frames.slice(0, at(frames, tenth)))),
          () => stream(sse(other) + DONE),
        );
        expect(factsOf(await driver.say()), `cut at ${tenth}/10`).to.deep.equal(facts);
      }
    });

    it(`issue 8, 2: ${name}, joined at every tenth: what is missing is marked stale`, async () => {
      const { frames } = await clean(name);
      for (const tenth of TENTHS) {
        const driver = new Driver({ resume: 'tail', session: { sessionId: 'old' } }).answer(() =>
          stream(sse(frames.slice(at(frames, tenth))) + DONE),
        );
        await driver.ended();
        expect(driver.stale, `joined at ${tenth}/10`).to.equal(true);
      }
    });

    it(`issue 8, 2: ${name}, joined at every tenth, and read again from what the server keeps: the same facts`, async () => {
      const { frames, saved } = await clean(name);
      const kept = new Driver({ messages: () => saved, session: { sessionId: 'old' } });
      await kept.until(() => kept.session.history.state === 'complete');
      for (const tenth of TENTHS) {
        let loads = 0;
        const driver = new Driver({
          resume: 'tail',
          // While the run goes on, only the question is kept.
          messages: () => structuredClone(loads++ === 0 ? saved.slice(0, 1) : saved),
          session: { sessionId: 'old' },
        }).answer(() => stream(sse(frames.slice(at(frames, tenth))) + DONE));
        await driver.ended();
        await driver.until(() => !driver.stale);
        expect(gist(driver), `joined at ${tenth}/10`).to.deep.equal(gist(kept));
      }
    });
  }

  it('trap: a second stream that was merged into the first is no replay', async () => {
    const step = (delta: string) => [
      { type: 'start', messageId: 'm' },
      { type: 'start-step' },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta },
      { type: 'text-end', id: '0' },
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'stop' },
    ];
    const driver = new Driver().answer(whole(...step('one, '), ...step('two')));
    await driver.say();
    expect(driver.said('m')).to.equal('one, two');
    expect(driver.run()['outcome']).to.equal('success');
  });

  it('trap: words that repeat are words, not deliveries', async () => {
    const ha = { type: 'text-delta', id: '0', delta: 'ha' };
    const driver = new Driver().answer(
      whole(
        { type: 'start', messageId: 'm' },
        { type: 'start-step' },
        { type: 'text-start', id: '0' },
        ha,
        ha,
        ha,
        { type: 'text-end', id: '0' },
        { type: 'finish' },
      ),
    );
    await driver.say();
    expect(driver.said('m')).to.equal('hahaha');
    const twice = [ha, ha].flatMap((chunk) => [chunk, chunk]);
    const doubled = new Driver().answer(
      whole(
        ...[
          { type: 'start', messageId: 'm' },
          { type: 'text-start', id: '0' },
        ].flatMap((chunk) => [chunk, chunk]),
        ...twice,
        { type: 'finish' },
        { type: 'finish' },
      ),
    );
    await doubled.say();
    expect(doubled.said('m')).to.equal('haha');
  });

  it('sources-others 6: a run that went on while nobody read it is what the server has kept', async () => {
    const { frames, saved } = await clean('basic');
    const driver = new Driver({ resume: true, messages: () => saved }).answer(
      broken(sse(frames.slice(0, 9))),
      () => new PromptResponse(null, { status: 204 }),
    );
    await driver.say('summarise');
    expect(driver.said('msg-1')).to.equal('Reading the file first.It has 42 lines.');
    expect(driver.tool('call-1')['state']).to.equal('output-available');
    expect(driver.run()['outcome']).to.equal('unknown');
    expect(driver.stale).to.equal(false);
  });

  it('issue 8: a run that broke off for good is marked stale where it may go on', async () => {
    const { frames } = await clean('basic');
    const driver = new Driver({ resume: true }).answer(
      broken(sse(frames.slice(0, 9))),
      () => new PromptResponse(null, { status: 204 }),
    );
    await driver.say();
    expect(driver.run()['outcome']).to.equal('failed');
    expect(driver.stale).to.equal(true);
  });
});
