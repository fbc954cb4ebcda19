import { expect } from 'chai';
import { A2A_REST, A2A_TASK, A2A_V03, A2A_V1 } from '../../../../fixtures/a2a/a2a-recordings.js';
import { A2aDriver, type Json } from './a2a-driver.js';

const TASK = '0b43703c-2244-47f6-9f69-74b69c328083';
const CONTEXT = 'df38698b-3e75-436e-8679-7a99d448933e';
const SAID = ['write the report', 'Q3', 'authorized'];
const ALL = A2A_V1.flat();

/** What a person said has the ids of our messages, and the recorded server tells its own. */
const own = (frames: readonly string[], driver: A2aDriver) =>
  frames.map((text) =>
    ['w1', 'w2', 'w3'].reduce((now, id, index) => {
      const message = driver.of('SendStreamingMessage')[index]?.params['message'] as
        { messageId: string } | undefined;
      return message ? now.replaceAll(`"messageId":"${id}"`, `"messageId":"${message.messageId}"`) : now;
    }, text),
  );
const twice = (frames: readonly string[]) => frames.flatMap((frame) => [frame, frame]);

/** The three prompts of the recording, each answered with what the server sent then. */
async function play(
  driver: A2aDriver,
  deliver: (frames: readonly string[]) => readonly string[] = (same) => same,
) {
  for (const [index, text] of SAID.entries()) {
    if (index === 0) void driver.session.send({ text, clientId: 'c' });
    else void driver.session.respond(String(open(driver)), 'answer', { text });
    await driver.settle();
    for (const frame of deliver(own(A2A_V1[index]!, driver))) {
      await driver.stream.text(`data: ${frame}\n\n`);
    }
    await driver.stream.close();
    await driver.settle();
  }
  return driver;
}

const open = ({ facts }: A2aDriver) => facts.approvals.find(({ state }) => state === 'pending')?.['actionId'];

function factsOf({ facts }: A2aDriver) {
  const { messages, tasks, approvals, notifications, artifacts, runs } = facts;
  return {
    messages: messages.map(({ role, text, turnId, agentId }) => ({ role, text, turnId, agentId })),
    tasks: tasks.map(({ taskId, remoteTaskId, status, nativeStatus, topology, runtimeEntity, agentId }) => ({
      taskId,
      remoteTaskId,
      status,
      nativeStatus,
      topology,
      runtimeEntity,
      agentId,
    })),
    approvals: approvals.map(({ actionId, actionType, title, state, decision }) => ({
      actionId,
      actionType,
      title,
      state,
      decision,
    })),
    notifications: notifications.map(({ workerNotificationId, status, summary }) => ({
      workerNotificationId,
      status,
      summary,
    })),
    artifacts: artifacts.map(({ artifactId, title, kind, status, preview }) => ({
      artifactId,
      title,
      kind,
      status,
      preview,
    })),
    runs: runs.map(({ runId, outcome }) => ({ runId, outcome })),
  };
}

const QUESTIONS = new Set(['sm2', 'sm4']);
/** What a snapshot can tell too: it does not know which messages had been questions, nor what was answered. */
const lasting = (driver: A2aDriver) => {
  const { messages, tasks, notifications, artifacts, runs } = factsOf(driver);
  const reports = notifications.filter(
    ({ workerNotificationId }) => !QUESTIONS.has(String(workerNotificationId)),
  );
  return { messages, tasks, notifications: reports, artifacts, runs };
};

const CLEAN = {
  messages: [
    ...SAID.map((text) => ({ role: 'user', text, turnId: TASK, agentId: undefined })),
    { role: 'assistant', text: 'Report ready', turnId: TASK, agentId: 'a2a:Report writer' },
  ],
  tasks: [
    {
      taskId: TASK,
      remoteTaskId: TASK,
      status: 'completed',
      nativeStatus: 'TASK_STATE_COMPLETED',
      topology: 'remote_teammate',
      runtimeEntity: 'external_task',
      agentId: 'a2a:Report writer',
    },
  ],
  approvals: [
    {
      actionId: `${TASK}/sm2`,
      actionType: 'clarification',
      title: 'Which quarter?',
      state: 'resolved',
      decision: 'answer',
    },
    {
      actionId: `${TASK}/sm4`,
      actionType: 'credential_request',
      title: 'Sign in to the ledger',
      state: 'resolved',
      decision: 'answer',
    },
  ],
  notifications: [
    { workerNotificationId: 'sm1', status: undefined, summary: 'Collecting sources' },
    { workerNotificationId: 'sm3', status: undefined, summary: 'Drafting' },
    { workerNotificationId: 'sm5', status: 'completed', summary: 'Report ready' },
  ],
  artifacts: [
    {
      artifactId: 'art-1',
      title: 'report.md',
      kind: 'text',
      status: 'ready',
      preview: '# Report\nQ3 was fine.\nEnd.\n',
    },
  ],
  runs: [{ runId: TASK, outcome: 'success' }],
};

const { approvals: _approvals, ...LASTING } = CLEAN;

describe('A2A: a task that was recorded', () => {
  it('A2A table: every answer is a fact, and which', async () => {
    const driver = await play(await A2aDriver.connect());
    expect(factsOf(driver)).to.deep.equal(CLEAN);
    expect(driver.session.sessionId).to.equal(CONTEXT);
    expect(driver.codes).to.deep.equal([]);
    expect(
      driver.of('SendStreamingMessage').map(({ params }) => (params['message'] as Json)['taskId']),
    ).to.deep.equal([undefined, TASK, TASK]);
    const { text } = await driver.session.detail(`a2a:artifact:${TASK}/art-1`);
    expect(text).to.equal('# Report\nQ3 was fine.\nEnd.\n');
  });

  it('A2A table: the agent’s card is the agent', async () => {
    const driver = await A2aDriver.connect();
    const [agent] = driver.facts.agents;
    expect(agent).to.deep.include({
      agentId: 'a2a:Report writer',
      agentName: 'Report writer',
      agentSource: 'a2a-card',
      topology: 'remote_teammate',
      cardRef: 'https://agents.example/.well-known/agent-card.json',
    });
    expect((agent!['capability'] as Json)['skills']).to.deep.equal([
      { id: 'report', name: 'Report', description: 'writes a report' },
    ]);
  });

  it('A2A 6: every message twice gives the same facts', async () => {
    const driver = await play(await A2aDriver.connect(), twice);
    expect(factsOf(driver)).to.deep.equal(CLEAN);
    expect(driver.codes).to.deep.equal(['a2a.duplicates']);
  });

  it('A2A 6: the whole stream once more changes nothing: a task that is over stays as it ended', async () => {
    const driver = await play(await A2aDriver.connect());
    driver.willStream(own(ALL, driver));
    await driver.send('once more', 'c2');
    const { messages, ...rest } = factsOf(driver);
    expect(messages.slice(0, 4)).to.deep.equal(CLEAN.messages);
    expect({ ...rest, messages: CLEAN.messages }).to.deep.equal(CLEAN);
    expect(driver.codes).to.deep.equal(['a2a.repeated']);
  });

  it('A2A 6: the task as it was asked for afterwards says the same', async () => {
    const driver = await A2aDriver.connect({
      named: CONTEXT,
      setUp: (made) =>
        made.willAnswer('ListTasks', { result: { tasks: [A2A_TASK.result], nextPageToken: '' } }),
    });
    expect(lasting(driver)).to.deep.equal(LASTING);
  });

  it('A2A 3.4: a server of 0.3 says the same in its own words', async () => {
    const driver = await A2aDriver.connect({ protocolVersion: '0.3' });
    driver.willStream(A2A_V03, 'message/stream');
    await driver.send('write the report');
    const [asked] = driver.of('message/stream');
    expect(asked!.params['message']).to.deep.include({
      kind: 'message',
      role: 'user',
      parts: [{ kind: 'text', text: 'write the report' }],
    });
    expect(asked!.headers.get('a2a-version')).to.equal(null);
    const { tasks, approvals, notifications } = factsOf(driver);
    expect(tasks[0]).to.deep.include({ status: 'needs_input', nativeStatus: 'input-required' });
    expect(approvals[0]).to.deep.include({ title: 'Which quarter?', state: 'pending' });
    expect(notifications).to.deep.equal([
      { workerNotificationId: 'sm1', status: undefined, summary: 'Collecting sources' },
    ]);
    expect(driver.facts.runs[0]!['stage']).to.equal('action_required');
  });

  it('A2A table: HTTP+JSON is not spoken: it is told once, and breaks nothing', async () => {
    const driver = await A2aDriver.connect();
    driver.willStream(A2A_REST);
    await driver.send('write the report');
    expect(driver.codes).to.deep.equal(['a2a.malformed']);
    expect(driver.facts.runs[0]!['outcome']).to.equal('failed');
  });

  /** The task as the server would tell it after so many of its frames. */
  const snapshotAt = (frames: readonly string[]) => {
    const now: { status?: Json; history: Json[]; artifacts: Json[] } = { history: [], artifacts: [] };
    for (const text of frames) {
      const { task, statusUpdate, artifactUpdate } = (JSON.parse(text) as { result: Record<string, Json> })
        .result;
      if (task) Object.assign(now, { status: task['status'], history: task['history'] ?? now.history });
      if (statusUpdate) {
        now.status = statusUpdate['status'] as Json;
        if (now.status['message']) now.history = [...now.history, now.status['message'] as Json];
      }
      const artifact = artifactUpdate?.['artifact'] as { artifactId: string; parts: Json[] } | undefined;
      const known = now.artifacts.find(({ artifactId }) => artifactId === artifact?.artifactId);
      if (artifact && artifactUpdate!['append'] && known)
        known['parts'] = [...(known['parts'] as Json[]), ...artifact.parts];
      else if (artifact) now.artifacts.push({ ...artifact });
    }
    return { id: TASK, contextId: CONTEXT, ...now };
  };
  const result = (value: Json) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: value });
  /** Which request the frame of this number answers. */
  const requestOf = (at: number) => (at <= 3 ? 0 : at <= 6 ? 1 : 2);
  const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => Math.round((ALL.length * tenth) / 10));
  /** What is left of the recording after so many frames, with the person's answers. */
  const finish = async (
    driver: A2aDriver,
    at: number,
    ownIds: (frames: readonly string[]) => readonly string[],
  ) => {
    let from = at;
    for (const end of [3, 6, ALL.length].filter((bound) => bound >= at)) {
      const stream = driver.streams.at(-1);
      for (const text of ownIds(ALL.slice(from, end))) await stream?.text(`data: ${text}\n\n`);
      if (stream && !stream.cancelled) await stream.close();
      await driver.settle();
      from = end;
      if (end === ALL.length) return;
      void driver.session.respond(String(open(driver)), 'answer', { text: SAID[requestOf(end + 1)]! });
      await driver.settle();
    }
  };

  for (const [index, at] of tenths.entries()) {
    it(`A2A 6: joined at ${index + 1}/10 it comes to the same facts`, async () => {
      const driver = await A2aDriver.connect({
        named: CONTEXT,
        setUp: (made) =>
          made.willAnswer('ListTasks', {
            result: { tasks: [snapshotAt(ALL.slice(0, at))], nextPageToken: '' },
          }),
      });
      const done = requestOf(at);
      /** Those that this page has said have its own ids. */
      const rename = (frames: readonly string[]) =>
        frames.map((text) =>
          driver.of('SendStreamingMessage').reduce((now, { params }, sent) => {
            const { messageId } = params['message'] as { messageId: string };
            return now.replaceAll(`"messageId":"w${done + 2 + sent}"`, `"messageId":"${messageId}"`);
          }, text),
        );
      if (driver.of('SubscribeToTask').length > 0) await driver.say({ task: snapshotAt(ALL.slice(0, at)) });
      await finish(driver, at, rename);
      expect(lasting(driver)).to.deep.equal(LASTING);
      expect(open(driver)).to.equal(undefined);
    });

    it(`A2A 6: cut at ${index + 1}/10, subscribed to again, it comes to the same facts`, async () => {
      const driver = await A2aDriver.connect();
      const deliver = (frames: readonly string[]) => own(frames, driver);
      let told = 0;
      for (const [request, frames] of A2A_V1.entries()) {
        if (told >= at) break;
        if (request === 0) void driver.session.send({ text: SAID[0]!, clientId: 'c' });
        else void driver.session.respond(String(open(driver)), 'answer', { text: SAID[request]! });
        await driver.settle();
        const here = deliver(frames).slice(0, at - told);
        for (const text of here) await driver.stream.text(`data: ${text}\n\n`);
        told += here.length;
        if (told >= at) break;
        await driver.stream.close();
        await driver.settle();
        // Where a person may sign in elsewhere, the task is listened to meanwhile.
        if (driver.of('SubscribeToTask').length > 0)
          await driver.stream.text(
            `data: ${deliver([result({ task: snapshotAt(ALL.slice(0, told)) })])[0]}\n\n`,
          );
        await driver.settle();
      }
      const heard = Math.min(
        at + 1,
        [3, 6, ALL.length].find((bound) => bound >= at)!,
      );
      await driver.stream.break();
      await driver.settle();
      if (driver.of('SubscribeToTask').length > 0) {
        expect(driver.facts.sessions[0]!['stale']).to.equal(true);
        await driver.stream.text(
          `data: ${deliver([result({ task: snapshotAt(ALL.slice(0, heard)) })])[0]}\n\n`,
        );
        await driver.settle();
        expect(driver.facts.sessions[0]!['stale']).to.equal(false);
        await finish(driver, heard, deliver);
      } else await finish(driver, at, deliver);
      expect(lasting(driver)).to.deep.equal(LASTING);
    });
  }
});
