import { expect } from 'chai';
import { INTERRUPTED_STATE, SSE, STREAMS } from '../../../../fixtures/langgraph/streams.js';
import { classicFrame, Driver, factsOf, frame, lines, type DriverOptions, type Sent } from './driver.js';

type Name = keyof typeof STREAMS;

/** A driver whose runs are these recordings, one after the other. */
function played(names: readonly Name[], options: DriverOptions = {}): Driver {
  const driver = new Driver({ protocol: names[0]!.startsWith('v3') ? 'v3' : 'classic', ...options });
  const left = [...names];
  driver.onRun = (stream, sent) => {
    const name = left.shift()!;
    const events = asSaid(STREAMS[name], sent);
    if (name.startsWith('v3')) stream.write(events.map(frame).join(''));
    else {
      stream.write(
        `event: metadata\ndata: {"run_id":"native-1"}\n\n${events.map((tuple) => classicFrame(tuple)).join('')}`,
      );
      stream.write('event: end\ndata: null\n\n');
      stream.close();
    }
  };
  return driver;
}

/** The events of a recording, in which the person's message has the id that it has here. */
function asSaid(text: string, { body }: Pick<Sent, 'body'>): string[] {
  const { input } = (body['params'] ?? body) as { input?: { messages: { id: string }[] } };
  return lines(input ? text.replaceAll(/"id":"h1?"/g, `"id":"${input.messages[0]!.id}"`) : text);
}

function order(driver: Driver): string[] {
  return driver.snapshot.turns.at(-1)!['parts'] instanceof Array
    ? (driver.snapshot.turns.at(-1)!['parts'] as { type: string; partId: string; entityId?: string }[])
        .slice(1)
        .map(({ type, partId, entityId }) => `${type} ${entityId ?? partId}`)
    : [];
}

describe('LangGraph streams that were recorded', () => {
  for (const name of ['v3-react', 'react-modes'] as const) {
    it(`sources-others 3.5: a react agent with a tool that works and one that fails (${name})`, async () => {
      const driver = played([name]);
      const { runs, metrics } = await driver.say();
      expect(runs.map(({ outcome }) => outcome)).to.deep.equal(['success']);
      expect(driver.said('ai-1')).to.equal('Let me check. ');
      expect(driver.said('ai-2')).to.equal('It has shipped.');
      expect(driver.tool('tc-1')).to.deep.include({
        name: 'lookup',
        args: { id: 'A1' },
        state: 'output-available',
        output: 'order A1 shipped',
      });
      expect(driver.tool('tc-2')).to.deep.include({ name: 'boom', args: {}, state: 'output-error' });
      expect(String((driver.tool('tc-2')['error'] as { message: string }).message)).to.contain('db down');
      expect(order(driver)).to.deep.equal([
        'assistant_text ai-1/0',
        'tool_call tc-1',
        'tool_call tc-2',
        'assistant_text ai-2/0',
      ]);
      expect(metrics.find(({ metricName }) => metricName === 'usage.total_tokens')?.['value']).to.equal(15);
      expect(driver.codes().filter((code) => code.startsWith('langgraph.'))).to.deep.equal([]);
    });
  }

  it('trap: root completed with two interrupts open is no completion; three copies are one question (v3-interrupt)', async () => {
    const driver = played(['v3-interrupt']);
    const { runs, approvals, state } = await driver.say();
    expect(runs[0]).to.deep.include({ outcome: 'interrupt', stage: 'interrupted' });
    expect(approvals).to.have.length(2);
    expect(approvals[0]).to.deep.include({
      actionId: '03a805b1e2299721afa6b44d09db2672',
      actionType: 'tool_approval',
      toolName: 'delete',
      input: { path: 'a.txt' },
      state: 'pending',
    });
    expect(approvals[1]).to.deep.include({
      actionType: 'clarification',
      title: 'Which region?',
      decisions: ['answer', 'cancel'],
    });
    expect(state[0]?.['state']).to.deep.equal({ log: ['planned'] });
    expect(state[0]?.['version']).to.equal('1f1ecaca-2248-6b30-8001-bc3b3f65b943');

    await driver.session.respond('03a805b1e2299721afa6b44d09db2672', 'approve');
    expect(driver.commands()).to.have.length(1);
    driver.onRun = (stream) => {
      stream.write(
        frame(
          '{"type":"event","seq":17,"method":"lifecycle","params":{"namespace":[],"timestamp":1,"data":{"event":"running"}}}',
        ),
      );
      stream.write(
        frame(
          '{"type":"event","seq":18,"method":"input.answered","params":{"namespace":[],"timestamp":2,"data":{"interrupt_ids":["03a805b1e2299721afa6b44d09db2672","7acf96df07b40936924ef8dec64f40ae"]}}}',
        ),
      );
      stream.write(
        frame(
          '{"type":"event","seq":19,"method":"lifecycle","params":{"namespace":[],"timestamp":3,"data":{"event":"completed"}}}',
        ),
      );
    };
    await driver.session.respond('7acf96df07b40936924ef8dec64f40ae', 'answer', 'eu-west');
    const answered = await driver.ended(2);
    expect(driver.commands()[1]).to.deep.include({
      method: 'input.respond',
      params: {
        responses: [
          { namespace: [], interrupt_id: '03a805b1e2299721afa6b44d09db2672', response: { approved: true } },
          { namespace: [], interrupt_id: '7acf96df07b40936924ef8dec64f40ae', response: 'eu-west' },
        ],
      },
    });
    expect(answered.approvals.map(({ state: now, decision }) => [now, decision])).to.deep.equal([
      ['resolved', 'approved'],
      ['resolved', 'answer'],
    ]);
    expect(answered.runs.at(-1)).to.deep.include({ outcome: 'success' });
    expect(answered.turns).to.have.length(1);
  });

  it('sources-others 3.5: classic interrupts, and one resume for both (interrupt-1, interrupt-2-resume)', async () => {
    const driver = played(['interrupt-1', 'interrupt-2-resume']);
    const { runs } = await driver.say();
    expect(runs[0]).to.deep.include({ outcome: 'interrupt' });
    await driver.session.respond('628232ea0a61a7664b4cc1f2b54ca5df', 'approve');
    await driver.session.respond('a9e1a26e94d7ec4edf9023ae0856b9bd', 'answer', 'eu-west');
    const { approvals, state, runs: all } = await driver.ended(2);
    expect(driver.requests.at(-1)!.body['command']).to.deep.equal({
      resume: {
        '628232ea0a61a7664b4cc1f2b54ca5df': { approved: true },
        a9e1a26e94d7ec4edf9023ae0856b9bd: 'eu-west',
      },
    });
    expect(approvals.map(({ state: now }) => now)).to.deep.equal(['resolved', 'resolved']);
    expect(state[0]?.['state']).to.deep.equal({
      log: ['planned', 'a:{"approved":true}', 'b:"eu-west"', 'end'],
    });
    expect(all.at(-1)).to.deep.include({ outcome: 'success' });
  });

  it('trap: a hand-off looks like an error, and is told by its convention only (swarm-handoff)', async () => {
    const driver = played(['swarm-handoff'], { agents: ['alice', 'bob'] });
    const { agents, handoffs, runs } = await driver.say('bob please');
    expect(runs[0]).to.deep.include({ outcome: 'success' });
    expect(agents.map(({ agentName, status }) => [agentName, status])).to.deep.equal([
      ['alice', 'completed'],
      ['bob', 'completed'],
    ]);
    expect(handoffs).to.have.length(1);
    expect(handoffs[0]).to.deep.include({ from: 'alice', to: 'bob', state: 'active' });
    expect(handoffs[0]).not.to.have.property('reason');
    const messages = driver.snapshot.messages.filter(({ role }) => role === 'assistant');
    expect(messages.map(({ text, agentId }) => [text, String(agentId).split(':')[0]])).to.deep.equal([
      ['Handing over ', 'alice'],
      ['Bob here.', 'bob'],
    ]);
    expect(driver.tool('hand-1')).to.deep.include({ output: 'Successfully transferred to bob' });
  });

  it('trap: tasks.error = ParentCommand is no failure; any other is told', async () => {
    const task = (error: unknown) =>
      `{"type":"event","seq":SEQ,"method":"tasks","params":{"namespace":[],"timestamp":1,"data":${JSON.stringify({ id: 't', name: 'alice', result: {}, error })}}}`;
    for (const [error, detail] of [
      [{ name: 'ParentCommand', message: 'x' }, undefined],
      [{ name: 'TypeError', message: 'no such row' }, 'no such row'],
    ] as const) {
      const driver = new Driver();
      driver.onRun = (stream) => {
        stream.write(frame(task(error).replace('SEQ', '0')));
        stream.write(
          frame(
            '{"type":"event","seq":1,"method":"lifecycle","params":{"namespace":[],"timestamp":3,"data":{"event":"completed"}}}',
          ),
        );
      };
      const { runs } = await driver.say();
      expect(runs[0]).to.deep.include({ outcome: 'success' });
      expect(runs[0]!['detail']).to.equal(detail);
    }
  });

  it('sources-others 3.5: the graph’s own server-sent events (sse-encoding)', async () => {
    const driver = new Driver({ protocol: 'classic' });
    driver.onRun = (stream) => {
      // The recording stops in the middle of a frame.
      stream.write(`${SSE.slice(0, SSE.lastIndexOf('\n\n'))}\n\nevent: end\ndata: null\n\n`);
      stream.close();
    };
    await driver.say();
    expect(driver.said('ai-1')).to.equal('Let me check. ');
    expect(driver.tool('tc-1')).to.deep.include({ state: 'output-available', output: 'order A1 shipped' });
    expect(driver.tool('tc-2')['state']).to.equal('output-error');
    expect(driver.codes()).to.deep.equal([]);
  });

  it('issue 8, 3: a page that is loaded again with open interrupts shows them, and answers them', async () => {
    const messages = [{ type: 'human', id: 'h', content: 'plan it' }];
    const driver = new Driver({
      state: () => ({ ...INTERRUPTED_STATE, values: { ...INTERRUPTED_STATE.values, messages } }),
      session: { sessionId: 'thread-1' },
    });
    await driver.until(() => driver.snapshot.approvals.length === 2);
    expect(driver.snapshot.messages.map(({ text }) => text)).to.deep.equal(['plan it']);
    driver.onRun = (stream) =>
      ['running', 'completed'].forEach((event, seq) =>
        stream.write(
          frame(
            `{"type":"event","seq":${seq},"method":"lifecycle","params":{"namespace":[],"timestamp":${seq},"data":{"event":"${event}"}}}`,
          ),
        ),
      );
    for (const { actionId } of driver.snapshot.approvals)
      await driver.session.respond(String(actionId), 'approve');
    await driver.ended(1);
    expect((driver.commands()[0]!['params'] as { responses: unknown[] }).responses).to.have.length(2);
    expect(driver.snapshot.approvals.map(({ state }) => state)).to.deep.equal(['resolved', 'resolved']);
  });
});

describe('LangGraph streams that come other than they were sent', () => {
  for (const name of ['v3-react', 'v3-interrupt'] as const) {
    const events = lines(STREAMS[name]);

    const clean = async () => factsOf(await played([name]).say());

    it(`issue 8, 2: ${name}, every event twice, and the whole stream replayed: the same facts`, async () => {
      const facts = await clean();
      for (const told of [events.flatMap((event) => [event, event]), [...events, ...events]]) {
        const driver = new Driver();
        driver.onRun = (stream, sent) => stream.write(asSaid(told.join('\n'), sent).map(frame).join(''));
        await driver.say();
        await driver.until(() => true);
        expect(factsOf(driver.snapshot)).to.deep.equal(facts);
      }
    });

    it(`issue 8, 2: ${name}, cut at every tenth and resumed: the same facts`, async () => {
      const facts = await clean();
      for (let tenth = 1; tenth < 10; tenth++) {
        const at = Math.round((events.length * tenth) / 10);
        const driver = new Driver();
        let said: string[] = [];
        driver.onRun = (stream, sent) => {
          said = asSaid(events.join('\n'), sent);
          stream.write(said.slice(0, at).map(frame).join(''));
          setTimeout(() => stream.break());
        };
        await driver.session.send({ text: 'A1?' });
        await driver.until(() => driver.streams.length === 2);
        expect(driver.requests.at(-1)!.body['since'], `cut at ${tenth}/10`).to.equal(at - 1);
        // What is sent again is known already.
        driver.stream.write(
          said
            .slice(at - 1)
            .map(frame)
            .join(''),
        );
        expect(factsOf(await driver.ended()), `cut at ${tenth}/10`).to.deep.equal(facts);
      }
    });

    it(`issue 8, 2: ${name}, joined at every tenth: the same answers and rows`, async () => {
      const gist = ({ messages, tools, approvals }: Driver['snapshot']) => ({
        answers: messages
          .filter(({ role, text }) => role === 'assistant' && text !== '')
          .map(({ messageId, text }) => `${String(messageId)} ${String(text)}`)
          .sort(),
        tools: tools
          .map(({ toolCallId, name: tool, args, state, output }) => ({
            toolCallId,
            tool,
            args,
            state,
            output,
          }))
          .sort((a, b) => (String(a.toolCallId) < String(b.toolCallId) ? -1 : 1)),
        approvals: approvals.map(({ actionId, state }) => `${String(actionId)} ${String(state)}`).sort(),
      });
      const whole = gist(await played([name]).say());
      for (let tenth = 1; tenth < 10; tenth++) {
        const at = Math.round((events.length * tenth) / 10);
        let asked = 0;
        // At the end the server knows what the stream had said before it was joined.
        const state = () => (name === 'v3-interrupt' && ++asked > 1 ? INTERRUPTED_NOW : INTERRUPTED_BEFORE);
        const driver = new Driver({ session: { sessionId: 'old' }, state });
        await driver.until(() => driver.streams.length === 1);
        driver.stream.write(events.slice(at).map(frame).join(''));
        await driver.ended();
        const seen = gist(driver.snapshot);
        expect(seen, `joined at ${tenth}/10`).to.deep.equal(whole);
        expect(driver.stale).to.equal(false);
      }
    });
  }

  for (const name of ['react-modes', 'swarm-handoff', 'interrupt-1'] as const) {
    const events = lines(STREAMS[name]);
    const options = { protocol: 'classic', agents: ['alice', 'bob'] } as const;
    const play = async (told: readonly string[]) => {
      const driver = new Driver(options);
      driver.onRun = (stream, sent) => {
        stream.write(
          asSaid(told.join('\n'), sent)
            .map((tuple) => classicFrame(tuple))
            .join(''),
        );
        stream.write('event: end\ndata: null\n\n');
        stream.close();
      };
      return factsOf(await driver.say());
    };

    it(`issue 8, 2: ${name}, every event twice, and the whole stream replayed: the same facts`, async () => {
      const facts = await play(events);
      expect(await play(events.flatMap((event) => [event, event]))).to.deep.equal(facts);
      expect(await play([...events, ...events])).to.deep.equal(facts);
    });

    it(`issue 8, 2: ${name}, cut at every tenth and resumed after its last event: the same facts`, async () => {
      const facts = await play(events);
      for (let tenth = 1; tenth < 10; tenth++) {
        const at = Math.round((events.length * tenth) / 10);
        const driver = new Driver(options);
        let said: string[] = [];
        driver.onRun = (stream, sent) => {
          said = asSaid(events.join('\n'), sent).map((tuple, id) => classicFrame(tuple, id));
          stream.write(`event: metadata\ndata: {"run_id":"native-1"}\n\n${said.slice(0, at).join('')}`);
          setTimeout(() => stream.break());
        };
        await driver.session.send({ text: 'A1?' });
        await driver.until(() => driver.streams.length === 2);
        const { path, headers } = driver.requests.at(-1)!;
        expect([path, headers.get('last-event-id')]).to.deep.equal(['runs/native-1/stream', String(at - 1)]);
        driver.stream.write(said.slice(at).join(''));
        driver.stream.write('event: end\ndata: null\n\n');
        driver.stream.close();
        expect(factsOf(await driver.ended()), `cut at ${tenth}/10`).to.deep.equal(facts);
      }
    });
  }
});

/** A thread in which nothing is kept yet but the question. */
const INTERRUPTED_NOW = {
  values: { messages: [{ type: 'human', id: 'h', content: 'A1?' }] },
  next: ['a', 'b'],
  tasks: [
    {
      interrupts: [
        {
          id: '03a805b1e2299721afa6b44d09db2672',
          value: { kind: 'approve', tool: 'delete', args: { path: 'a.txt' } },
        },
      ],
    },
    {
      interrupts: [
        { id: '7acf96df07b40936924ef8dec64f40ae', value: { kind: 'question', text: 'Which region?' } },
      ],
    },
  ],
};

const INTERRUPTED_BEFORE = {
  values: { messages: [{ type: 'human', id: 'h', content: 'A1?' }] },
  next: ['agent'],
  tasks: [],
};
