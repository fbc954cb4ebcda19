import { HttpAgent } from '@ag-ui/client';
import { expect } from 'chai';
import { Driver, FakeTools, finished, started, type Wire } from '../src/agent-ui/adapters/ag-ui-driver.js';
import { recording, RECORDINGS } from './ag-ui-fixtures.js';
import { Peer } from './ag-ui-peer.js';

async function replay(...names: string[]): Promise<Driver> {
  const driver = await Driver.connect();
  for (const name of names) {
    await driver.answer(...recording(name)).send(name, name);
  }
  return driver;
}

const texts = (driver: Driver) => driver.of('text.final').map(({ payload }) => String(payload?.['text']));
const codes = (driver: Driver) => new Set(driver.codes());

/** The rows of a run: what was called, with what, and what came of it. */
function rows(driver: Driver) {
  return driver.of('tool.started').map(({ toolCallId, payload }) => {
    const about = driver.facts.filter((fact) => fact.toolCallId === toolCallId);
    return {
      name: payload?.['name'],
      args: about.findLast(({ payload: said }) => said?.['args'] !== undefined)?.payload?.['args'],
      result: about.find(({ type }) => type === 'tool.result')?.payload?.['outputPreview'],
    };
  });
}

describe('AG-UI runs that were recorded', () => {
  it('AG-UI 3.1: plain answers (.NET, steps 1 and 11)', async () => {
    const driver = await replay(
      'dotnet-Step01_GettingStarted-turn-01.json',
      'dotnet-Step01_GettingStarted-turn-02.json',
      'dotnet-Step11_Serialization-turn-01.json',
      'dotnet-Step11_Serialization-turn-02.json',
    );
    expect(texts(driver)).to.deep.equal([
      'Hello! How can I help you today?',
      "I'm doing well, thanks — ready to help. What can I do for you today?",
      "AG-UI events use a type discriminator for polymorphic serialization. Each event has a 'type' field that identifies its concrete type, enabling correct deserialization from JSON back to the proper .NET type.",
      'Event compaction reduces noise in an event stream. It merges TEXT_MESSAGE_CONTENT sequences into snapshots and collapses STATE_DELTA events into a final STATE_SNAPSHOT.',
    ]);
    expect(driver.of('run.finished').map(({ payload }) => payload?.['outcome'])).to.deep.equal(
      Array.from({ length: 4 }, () => 'success'),
    );
    const tokens = driver.of('metric.changed').filter(({ metricName }) => metricName === 'usage.totalTokens');
    expect(tokens.map(({ payload }) => payload?.['value'])).to.deep.equal([90, 58]);
    expect(codes(driver).size).to.equal(0);
  });

  it('AG-UI 3.1: a tool of the back end (.NET, step 2)', async () => {
    const driver = await replay('dotnet-Step02_BackendTools-turn-01.json');
    const [row] = rows(driver);
    expect(row?.name).to.equal('SearchRestaurants');
    expect(row?.args).to.deep.equal({ request: { Location: 'Seattle', Cuisine: 'Italian' } });
    const result = row?.result as { Location: string; Results: { Name: string; Rating: number }[] };
    expect(result.Location).to.equal('Seattle');
    expect(result.Results[0]).to.deep.include({ Name: 'The Golden Fork', Rating: 4.5 });
    const [answer] = texts(driver);
    expect(answer)
      .to.match(/^I found one Italian restaurant in Seattle:\n\n- The Golden For/)
      .and.have.length(273);
    const order = driver.of('tool.started', 'tool.result', 'text.final').map(({ type }) => type);
    expect(order).to.deep.equal(['tool.started', 'tool.result', 'text.final']);
    expect(codes(driver).size).to.equal(0);
  });

  it('AG-UI 3.1: parallel tools (.NET, step 12)', async () => {
    const driver = await replay('dotnet-Step12_ParallelToolCalls-turn-01.json');
    expect(rows(driver)).to.deep.equal([
      {
        name: 'get_weather',
        args: { city: 'Paris' },
        result: { City: 'Paris', Conditions: 'sunny', TemperatureCelsius: 22 },
      },
      {
        name: 'get_current_time',
        args: { timezone: 'Asia/Tokyo' },
        result: { Timezone: 'Asia/Tokyo', CurrentTime: '2026-06-18 09:30 UTC' },
      },
    ]);
    expect(texts(driver)).to.deep.equal([
      '- Paris: sunny, about 22°C (≈72°F).\n- Tokyo: 2026-06-18 18:30 (JST — UTC+9).',
    ]);
    expect(codes(driver).size).to.equal(0);
  });

  it('AG-UI 3.1: reasoning before the answer (.NET, step 7)', async () => {
    const driver = await replay('dotnet-Step07_ThinkingEvents-turn-01.json');
    const reasoning = driver.of('reasoning.delta');
    expect(reasoning).to.have.length(108);
    const thought = reasoning.map(({ payload }) => payload?.['delta']).join('');
    expect(thought)
      .to.match(/^\*\*Solving the heads\/legs problem\*\*/)
      .and.have.length(477);
    expect(driver.of('reasoning.summary')[0]?.payload).to.deep.equal({
      complete: true,
      summary: 'Solving the heads/legs problem',
    });
    expect(texts(driver)[0])
      .to.match(/^Let c = number of chickens/)
      .and.have.length(362);
    const models = driver
      .of('metric.changed')
      .map(({ payload }) => (payload?.['tags'] as { model?: string }).model);
    expect(new Set(models)).to.deep.equal(new Set(['gpt-5-mini']));
    const stages = driver.of('run.status').map(({ phase, payload }) => [phase, payload?.['stage']]);
    expect(stages).to.deep.equal([
      ['reasoning', 'running'],
      ['producing', 'streaming'],
    ]);
  });

  it('AG-UI 3.1: a question as a tool of an unknown name is left to its server (.NET, step 4)', async () => {
    const driver = await replay(
      'dotnet-Step04_HumanInLoop-turn-01.json',
      'dotnet-Step04_HumanInLoop-turn-02.json',
    );
    expect([...codes(driver)]).to.deep.equal(['ag-ui.unanswered_call']);
    expect(rows(driver)).to.have.length(1);
    expect(rows(driver)[0]?.result).to.equal('Expense report EXP-2024-001 has been approved and processed.');
    expect(texts(driver)).to.deep.equal([
      'Done — expense report EXP-2024-001 has been approved and processed.',
    ]);
  });

  it('AG-UI 3.1: a run of LangGraph with steps and nested snapshots', async () => {
    const driver = await Driver.connect();
    await driver.answer(...recording('langgraph-message.jsonl')).send('Hi, I am duaa');
    expect(texts(driver)).to.deep.equal(['Hello duaa! How can I assist you today?']);
    const titles = driver.of('run.status').map(({ payload }) => payload?.['title']);
    expect(titles.filter(Boolean)).to.deep.equal([
      'CopilotKitMiddleware.before_agent',
      'model_request',
      'CopilotKitMiddleware.after_model',
      'CopilotKitMiddleware.after_agent',
    ]);
    expect(driver.of('state.snapshot').length).to.equal(18);
    const shown = driver
      .of('messages.snapshot')
      .flatMap(({ payload }) => payload?.['messages'] as { id: string }[]);
    expect(shown.map(({ id }) => id)).to.deep.equal([driver.last.messages[0]?.id, 'id-10']);
    expect(driver.of('run.finished')[0]?.runId).to.equal(driver.last.runId);
    expect(codes(driver).size).to.equal(0);
  });

  it('AG-UI 3.1: a tool of the page, in its two recorded runs (.NET, step 3)', async () => {
    const clientTools = new FakeTools(() => ({ content: 'Amsterdam' }), ['GetUserLocation']);
    const driver = await Driver.connect({ clientTools });
    driver.answer(...recording('dotnet-Step03_FrontendTools-turn-01.json'));
    driver.answer(...recording('dotnet-Step03_FrontendTools-turn-02.json'));
    await driver.send('What can I do here?');
    await driver.ended();
    expect(clientTools.calls.map(({ argumentsText }) => argumentsText)).to.deep.equal(['{}']);
    expect(driver.last.messages.pop()).to.deep.equal({
      id: 'call_Id_1:result',
      role: 'tool',
      toolCallId: 'call_Id_1',
      content: '{"ok":true,"value":"Amsterdam"}',
    });
    expect(texts(driver)[0])
      .to.match(/^Great — you’re in Amsterdam!/)
      .and.have.length(2295);
    expect(driver.of('text.delta')).to.have.length(544);
    expect(new Set(driver.facts.map(({ turnId }) => turnId)).size).to.equal(1);
  });

  it('AG-UI 3.1: a journey of LangGraph with a tool of the page, in its four recorded runs', async () => {
    const clientTools = new FakeTools(() => ({ content: { status: 'success' } }), ['change_background']);
    const driver = await Driver.connect({ clientTools });
    for (const run of [1, 2, 3, 4]) driver.answer(...recording(`langgraph-frontend-tool.jsonl#${run}`));
    await driver.send('Hi change the background color to blue', '1');
    await driver.ended(1);
    await driver.send('Hi change the background color to pink', '2');
    await driver.ended(2);
    expect(clientTools.calls.map(({ name, argumentsText }) => [name, argumentsText])).to.deep.equal([
      ['change_background', '{"background":"blue"}'],
      ['change_background', '{"background":"pink"}'],
    ]);
    expect(texts(driver)).to.deep.equal([
      "Done! I've completed that for you.",
      "Done! I've completed that for you.",
    ]);
    expect(driver.requests.map(({ body }) => body.messages.at(-1)?.role)).to.deep.equal([
      'user',
      'tool',
      'user',
      'tool',
    ]);
    expect(driver.of('run.finished').map(({ payload }) => payload?.['continues'] ?? false)).to.deep.equal([
      true,
      false,
      true,
      false,
    ]);
    const steps = driver.of('task.changed').filter(({ payload }) => payload?.['taskKind'] === 'step');
    expect(steps).to.have.length(32);
    expect(driver.of('context.changed')[0]?.payload).to.deep.equal({
      refs: [{ id: 'Name of the user', label: 'Name of the user' }],
    });
    expect(codes(driver).size).to.equal(0);
  });

  it('AG-UI 3.1: an interrupt and its resumed run (.NET, step 9)', async () => {
    const driver = await Driver.connect();
    await driver.answer(...recording('dotnet-Step09_InterruptsApproval-turn-01.json')).send('delete it');
    expect(driver.of('action.required')[0]?.payload).to.deep.include({
      actionType: 'tool_approval',
      title: 'Approval required for tool call: delete_file',
      toolName: 'delete_file',
      input: { filename: 'report-draft.txt' },
    });
    await driver
      .answer(...recording('dotnet-Step09_InterruptsApproval-turn-02.json'))
      .respond('ficc_Id_1', 'approve');
    expect(driver.last.resume).to.deep.equal([
      { interruptId: 'ficc_Id_1', status: 'resolved', payload: { approved: true } },
    ]);
    expect(rows(driver)).to.deep.equal([
      {
        name: 'delete_file',
        args: { filename: 'report-draft.txt' },
        result: "File 'report-draft.txt' deleted successfully.",
      },
    ]);
    expect(texts(driver)).to.deep.equal(['Done — "report-draft.txt" has been deleted.']);
    expect(codes(driver).size).to.equal(0);
  });

  // Of a journey, the first run: the others go on from what only its own client held.
  for (const name of RECORDINGS.filter((file) => !/#[2-9]$/.test(file))) {
    it(`AG-UI 2: holds the same messages as the official client after ${name}`, async () => {
      const events = recording(name);
      const input = events[0]?.['input'] as { messages?: { content: string; role: string }[] } | undefined;
      const said = input?.messages?.findLast(({ role }) => role === 'user');
      const question = said?.content ?? 'hello';
      const peer = await Peer.start();
      try {
        peer
          .answer(...events)
          .answer(started(), finished())
          .answer(...events);
        const driver = await Driver.connect({ url: peer.url, fetch: globalThis.fetch });
        await driver.send(question, '1');
        await driver.ended(1);
        if (driver.of('action.required').length > 0) await driver.respond('ficc_Id_1', 'approve');
        else await driver.send('next', '2');
        await driver.ended(2);
        const ours = peer.last.messages.filter(({ content }) => content !== 'next');

        const official = new HttpAgent({ url: peer.url, threadId: 'official' });
        official.addMessage({ id: 'user', role: 'user', content: question });
        await official.runAgent({ runId: 'official-run' });
        const theirs = flat(official.messages as unknown as Wire[]);
        // What a snapshot adds stands here where the server has it, there at the end.
        if (name.includes('#')) expect(flat(ours)).to.have.deep.members(theirs);
        else expect(flat(ours)).to.deep.equal(theirs);
      } finally {
        await peer.stop();
      }
    });
  }
});

/** Messages in what they say: the grouping of calls into messages is each client's own. */
function flat(messages: readonly Record<string, unknown>[]): unknown[] {
  const lines = messages.flatMap(({ role, content, toolCalls, toolCallId }) => {
    const calls = ((toolCalls ?? []) as { id: string; function: unknown }[]).map(({ id, function: said }) => [
      'call',
      id,
      said,
    ]);
    return [...(content ? [[role, content, toolCallId]] : []), ...calls];
  });
  // Ours puts the results of parallel calls after all of them, as models want it; the order among calls counts.
  const results = lines.filter(([role]) => role === 'tool');
  return [...lines.filter(([role]) => role !== 'tool'), ...results];
}
