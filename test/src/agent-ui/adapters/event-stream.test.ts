import { expect } from 'chai';
import { Driver, finished, frame, started, text } from './ag-ui-driver.js';

const RUN = [started(), ...text('m', 'Grüße ', '👩‍👩‍👧, ', 'ok'), finished()];
const LF = RUN.map(frame).join('');
const SAID = ['Grüße ', '👩‍👩‍👧, ', 'ok'];

/** What a stream of these bytes, cut where the test says, comes to. */
async function read(wire: string, cuts: readonly number[] = [], prefix: readonly number[] = []) {
  const driver = await Driver.connect();
  await driver.send();
  const bytes = Uint8Array.from([...prefix, ...new TextEncoder().encode(wire)]);
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    await driver.stream.bytes(bytes.slice(from, to));
    from = to;
  }
  await driver.stream.close();
  return driver;
}

const saidBy = (driver: Driver) =>
  driver
    .of('text.delta')
    .map(({ payload }) => payload?.['delta'])
    .filter((delta) => delta !== '');

function expectWhole(driver: Driver): void {
  expect(saidBy(driver)).to.deep.equal(SAID);
  expect(driver.ending).to.equal('run.finished success');
  expect(driver.codes()).to.deep.equal([]);
}

describe('server-sent events', () => {
  for (const [name, end] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const) {
    it(`AG-UI P1: ${name} framing is read, whole and in single bytes`, async () => {
      const wire = LF.replaceAll('\n', end);
      expectWhole(await read(wire));
      const length = new TextEncoder().encode(wire).length;
      expectWhole(
        await read(
          wire,
          Array.from({ length: length - 1 }, (_, index) => index + 1),
        ),
      );
    });
  }

  it('AG-UI 1.9: a byte order mark, comments, other fields and a data field without a space are read over', async () => {
    const wire = `: hello\n\nretry: 10\nid: 7\nevent: message\n${LF.replace('data: ', 'data:')}: bye\n\n`;
    expectWhole(await read(wire, [], [0xef, 0xbb, 0xbf]));
  });

  it('AG-UI 1.9: one event in several data lines is one event', async () => {
    const wire = RUN.map((event) => `${JSON.stringify(event, null, 1).replace(/^/gm, 'data: ')}\n\n`).join(
      '',
    );
    expectWhole(await read(wire));
  });

  it('AG-UI P7: a [DONE] trailer and empty frames mean nothing', async () => {
    expectWhole(await read(`data:\n\n${LF}data: [DONE]\n\n`));
  });

  it('AG-UI 1.9: a last frame without its blank line counts', async () => {
    expectWhole(await read(LF.slice(0, -2)));
    expectWhole(await read(LF.slice(0, -1)));
  });

  it('AG-UI 2.5: a frame that is no event is a diagnostic with a count, and the rest is read', async () => {
    const driver = await read(`data: {oops\n\ndata: 7\n\ndata: {"no":"type"}\n\n${LF}`);
    expect(saidBy(driver)).to.deep.equal(SAID);
    const [first, counted] = driver.of('diagnostic.changed');
    expect(first?.payload?.['code']).to.equal('ag-ui.malformed');
    expect(counted?.payload?.['count']).to.equal(3);
    expect(counted?.diagnosticId).to.equal(first?.diagnosticId);
  });

  it('AG-UI 2.5: a read of many events is pushed once', async () => {
    const driver = await Driver.connect();
    await driver.send();
    await driver.stream.send(...RUN.slice(0, 4));
    expect(driver.batches).to.have.length(1);
    await driver.stream.send(...RUN.slice(4));
    expect(driver.batches).to.have.length(2);
  });

  it('AG-UI 1.9: an endless frame fails the run instead of filling the memory', async () => {
    const driver = await read(`${frame(started())}data: ${'x'.repeat(11 * 1024 * 1024)}`);
    expect(driver.ending).to.equal('run.failed frame_too_large');
  });
});
