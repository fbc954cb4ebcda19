import { expect } from 'chai';
import { A2aDriver, piece, said, status, task, type Json } from './a2a-driver.js';

const run = ({ facts }: A2aDriver) => facts.runs[0]!;
const texts = ({ facts }: A2aDriver) => facts.messages.map(({ role, text }) => [role, text]);

describe('A2A: what an agent tells', () => {
  let driver: A2aDriver;

  beforeEach(async () => {
    driver = await A2aDriver.connect();
    await driver.send();
  });

  afterEach(() => driver.session.close());

  for (const [state, word, outcome] of [
    ['SUBMITTED', 'submitted', undefined],
    ['WORKING', 'running', undefined],
    ['INPUT_REQUIRED', 'needs_input', undefined],
    ['AUTH_REQUIRED', 'needs_input', undefined],
    ['COMPLETED', 'completed', 'success'],
    ['FAILED', 'failed', 'failed'],
    ['CANCELED', 'cancelled', 'cancelled'],
    ['REJECTED', 'failed', 'failed'],
    ['UNSPECIFIED', 'unknown', undefined],
    ['OF_THE_FUTURE', 'unknown', undefined],
  ]) {
    it(`A2A table: ${state} is ${word}`, async () => {
      await driver.say(task('SUBMITTED', { status: undefined }), status(state!, 'because'));
      expect(driver.facts.tasks[0]).to.deep.include({ status: word, nativeStatus: `TASK_STATE_${state}` });
      expect(run(driver)['outcome']).to.equal(outcome);
      if (word === 'needs_input') expect(run(driver)['stage']).to.equal('action_required');
      if (word === 'failed') {
        expect(driver.facts.tasks[0]!['reason']).to.equal('because');
        expect(run(driver)['error']).to.deep.include({ message: 'because', code: state!.toLowerCase() });
      }
    });
  }

  it('A2A trap: the end of a stream is no end of a task', async () => {
    await driver.say(task('WORKING'));
    await driver.stream.close();
    await driver.settle();
    expect(run(driver)['outcome']).to.equal(undefined);
    expect(driver.of('SubscribeToTask')[0]!.params).to.deep.equal({ id: 'T' });
    await driver.say(task('WORKING'), status('COMPLETED', 'Done.'));
    expect(run(driver)['outcome']).to.equal('success');
    expect(texts(driver)).to.deep.equal([
      ['user', 'hello'],
      ['assistant', 'Done.'],
    ]);
  });

  it('A2A trap: missed statuses are not told again: their messages come with the task, and are reports', async () => {
    await driver.say(task('WORKING'));
    await driver.stream.break();
    await driver.settle();
    await driver.say(task('WORKING', { history: [said('m1', 'One'), said('m2', 'Two')] }));
    expect(
      driver.facts.notifications.map(({ workerNotificationId, summary }) => [workerNotificationId, summary]),
    ).to.deep.equal([
      ['m1', 'One'],
      ['m2', 'Two'],
    ]);
    expect(texts(driver)).to.have.length(1);
  });

  it('A2A table: an agent may answer without a task', async () => {
    await driver.say({ message: said('m', 'Hi there.', 'ROLE_AGENT', { taskId: undefined }) });
    await driver.stream.close();
    await driver.settle();
    expect(texts(driver)).to.deep.equal([
      ['user', 'hello'],
      ['assistant', 'Hi there.'],
    ]);
    expect(run(driver)['outcome']).to.equal('success');
    expect(driver.facts.tasks).to.deep.equal([]);
    expect(driver.session.sessionId).to.equal('C');
  });

  it('A2A trap: the same piece twice running is there twice; a piece in place of all is not', async () => {
    const append = { append: true };
    await driver.say(task('WORKING'), piece('ha'), piece('ha', append), piece('!', append));
    expect(driver.facts.artifacts[0]).to.deep.include({
      preview: 'haha!',
      status: 'updating',
      mimeType: 'text/markdown',
    });
    await driver.say(piece('Anew', { lastChunk: true }));
    expect(driver.facts.artifacts[0]).to.deep.include({ preview: 'Anew', status: 'ready' });
    expect((await driver.session.detail('a2a:artifact:T/A')).text).to.equal('Anew');
  });

  it('A2A trap: two tasks name their artifacts alike, and have one each', async () => {
    await driver.say(task('WORKING'), piece('first', { lastChunk: true }), status('COMPLETED'));
    await driver.send('more', 'c2');
    await driver.say(
      { task: { id: 'U', contextId: 'C', status: { state: 'TASK_STATE_WORKING' } } },
      piece('second', { taskId: 'U' }),
    );
    expect(driver.facts.artifacts.map(({ artifactId, preview }) => [artifactId, preview])).to.deep.equal([
      ['A', 'first'],
      ['U/A', 'second'],
    ]);
    expect((await driver.session.detail('a2a:artifact:U/A')).text).to.equal('second');
  });

  it('A2A P1: what one network read brings of an artifact is told once', async () => {
    await driver.say(task('WORKING'), piece('a'));
    const record: unknown[] = [];
    const stop = driver.session.view('artifact_workspace').subscribe((view) => record.push(view));
    await driver.say(...Array.from({ length: 50 }, () => piece('b', { append: true })));
    await driver.runtime.advance(16);
    stop();
    expect(record).to.have.length(1);
    expect(driver.facts.artifacts[0]!['preview']).to.equal(`a${'b'.repeat(50)}`);
  });

  it('N-011: a large artifact is shown in part, and whole when somebody opens it', async () => {
    const big = 'y'.repeat(6_000);
    await driver.say(task('WORKING'), piece(big), piece(big, { append: true }), piece(big, { append: true }));
    expect(String(driver.facts.artifacts[0]!['preview'])).to.have.length(8192);
    expect((await driver.session.detail('a2a:artifact:T/A')).text).to.have.length(18_000);
  });

  it('A2A table: files, data and what a message brings with it', async () => {
    const artifact = (artifactId: string, part: Json) => ({
      artifactUpdate: {
        taskId: 'T',
        contextId: 'C',
        artifact: { artifactId, parts: [part] },
        lastChunk: true,
      },
    });
    await driver.say(
      task('WORKING'),
      artifact('f', { url: 'https://x.example/f.pdf', mediaType: 'application/pdf', filename: 'f.pdf' }),
      artifact('d', { data: { rows: 2 } }),
      artifact('i', { raw: 'AAAA', mediaType: 'image/png' }),
      status('WORKING', undefined, {
        message: said('m', 'See', 'ROLE_AGENT', {
          parts: [{ text: 'See' }, { url: 'https://x.example/a.png', mediaType: 'image/png' }],
        }),
      }),
    );
    expect(
      driver.facts.artifacts.map(({ artifactId, kind, readRef }) => [artifactId, kind, readRef]),
    ).to.deep.equal([
      ['f', 'file', 'https://x.example/f.pdf'],
      ['d', 'data', 'a2a:artifact:T/d'],
      ['i', 'image', 'a2a:artifact:T/i'],
      ['m/2', 'image', 'https://x.example/a.png'],
    ]);
    expect((await driver.session.detail('a2a:artifact:T/d')).text).to.equal('{\n  "rows": 2\n}');
    expect((await driver.session.detail('a2a:artifact:T/i')).text).to.equal('data:image/png;base64,AAAA');
    expect(JSON.stringify(driver.facts)).to.not.contain('AAAA');
  });

  it('A2A trap: a status that is older than the one that stands changes nothing', async () => {
    const at = (timestamp: string) => ({ timestamp: `2026-01-01T00:00:${timestamp}Z` });
    await driver.say(
      task('WORKING'),
      status('INPUT_REQUIRED', 'Which?', at('09')),
      status('WORKING', 'Earlier', at('08')),
    );
    expect(driver.facts.tasks[0]!['status']).to.equal('needs_input');
    expect(driver.codes).to.deep.equal(['a2a.late']);
  });

  it('A2A convention: Agent UI envelopes in metadata are facts', async () => {
    await driver.say(
      task('WORKING', {
        metadata: { agentui: { type: 'plan.final', partId: 'p', payload: { steps: [{ title: 'a' }] } } },
      }),
      piece('x', {
        metadata: {
          agentui: [{ type: 'evidence.changed', evidenceId: 'e', payload: { status: 'ready' } }, 3],
        },
      }),
    );
    expect(driver.facts.plans[0]!['steps']).to.deep.equal([{ title: 'a' }]);
    expect(driver.facts.evidence[0]).to.deep.include({ evidenceId: 'e', sessionId: 'C' });
    expect(driver.codes).to.deep.equal(['a2a.unmapped']);
  });

  it('N-027: nothing that an agent sends throws; each oddity is told once', async () => {
    const strange = [
      null,
      1,
      'x',
      [],
      {},
      { task: 3 },
      { task: {} },
      { statusUpdate: { taskId: 'T' } },
      { artifactUpdate: {} },
    ];
    for (const value of strange) await driver.stream.text(`data: ${JSON.stringify({ result: value })}\n\n`);
    await driver.stream.text('data: not json\n\ndata: []\n\ndata: {"id":1}\n\n: keep-alive\n\n');
    await driver.say(
      {
        task: {
          id: 'T',
          contextId: 4,
          history: [3, { role: 'x' }],
          artifacts: [null, { artifactId: 'A', parts: [1, {}] }],
          status: 'x',
        },
      },
      { statusUpdate: { taskId: 'T', status: { state: 7, message: { messageId: 'm', parts: 'x' } } } },
      status('COMPLETED', 'Still here.'),
    );
    await driver.stream.close();
    await driver.settle();
    expect(texts(driver)).to.deep.include(['assistant', 'Still here.']);
    expect(new Set(driver.codes)).to.deep.equal(new Set(['a2a.malformed', 'a2a.unmapped']));
  });
});
