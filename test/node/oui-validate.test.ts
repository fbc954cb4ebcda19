import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AuditReport } from 'oui-elements/testing';
import { JsonValues } from '../../src/node/json-values.js';
import { ROOT } from '../package/package-root.js';

const BIN = join(ROOT, 'dist/src/node/oui-validate.js');
let folder: string;

async function run(args: readonly string[], input?: string) {
  const child = spawn(process.execPath, ['--max-old-space-size=96', BIN, ...args]);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

function file(name: string, text: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const event = (sequence: number, type: string, more: object = {}) => ({
  type,
  sequence,
  sessionId: 's',
  threadId: 't',
  runId: 'r',
  turnId: 'u',
  ...more,
});
const GOOD = [event(1, 'run.started'), event(2, 'run.finished', { payload: { outcome: 'success' } })];
const lines = (events: readonly unknown[]) => events.map((each) => JSON.stringify(each)).join('\n');

describe('oui-validate', () => {
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'oui-validate-'))));
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, text] of [
    ['good.jsonl', `${lines(GOOD)}\n`],
    ['good.json', JSON.stringify(GOOD, null, 2)],
    ['crlf.jsonl', `\uFEFF${lines(GOOD).replaceAll('\n', '\r\n')}\r\n\r\n`],
    [
      'sse.txt',
      GOOD.map(
        ({ sequence: id, ...each }) =>
          `: hi\nid: ${id}\nevent: x\ndata: ${JSON.stringify({ ...each, sequence: id })}\n\n`,
      ).join(''),
    ],
    ['batches.jsonl', `${JSON.stringify(GOOD)}\n`],
  ]) {
    it(`issue 5: ${name} is right: exit 0`, async () => {
      const { code, out, err } = await run([file(name, text)]);
      expect(err).to.equal('');
      expect(out).to.include(`${name}: 2 events of 2 classes\n`);
      expect(out).to.match(/\n0 errors, 0 warnings, 0 notes\.\n$/);
      expect(code).to.equal(0);
    });
  }

  it('issue 5: what is wrong is said in sentences, with lines and consequences: exit 1', async () => {
    const bad = [...GOOD.slice(0, 1), event(2, 'tool.started', { payload: { name: 'x' } }), ...GOOD.slice(1)];
    const path = file('bad.jsonl', `${lines(bad)}\n{"type":"run.sta\n`);
    const { code, out } = await run([path]);
    expect(code).to.equal(1);
    expect(out).to.include('error id.missing  tool.started: tool.started needs toolCallId (line 2)\n');
    expect(out).to.include(
      '    It becomes no record: tool_ui, inline_process, timeline_evidence cannot show it.\n',
    );
    expect(out).to.include('error event.unreadable  it is no JSON (line 4)\n    It is left out.\n');
    expect(out).to.include('Shown with gaps: ');
    expect(out).to.include('No facts in this log for: ');
  });

  it('issue 5: --json is for programs; --strict counts warnings', async () => {
    const path = file('gap.jsonl', lines([GOOD[0], { ...GOOD[1], sequence: 7 }]));
    const { code, out } = await run(['--json', path]);
    const report = JSON.parse(out) as AuditReport & { file: string };
    expect(report).to.include({ file: path, events: 2, errors: 0, warnings: 1 });
    expect(report.findings.map(({ code: each, lines: at }) => [each, at])).to.deep.equal([
      ['order.gap', [2]],
    ]);
    expect(code).to.equal(0);
    expect((await run(['--strict', path])).code).to.equal(1);
  });

  it('issue 5: standard input', async () => {
    const { code, out } = await run(['-'], lines(GOOD));
    expect([code, out.split('\n')[0]]).to.deep.equal([0, 'standard input: 2 events of 2 classes']);
  });

  it('issue 5: what cannot be read is a sentence, never a stack trace: exit 2', async () => {
    const refused: [args: string[], sentence: RegExp][] = [
      [[join(folder, 'none.jsonl')], /none\.jsonl cannot be read: there is no such file\.\n$/],
      [[folder], /cannot be read: it is a folder\.\n$/],
      [[file('image.png', Buffer.from([0x89, 0x50, 0, 0, 1]))], /image\.png is no log: it is not text\.\n$/],
      [[], /^oui-validate: one log is wanted\.\n\nUsage: /],
      [['--color', 'x'], /^oui-validate: there is no option --color\./],
    ];
    for (const [args, sentence] of refused) {
      const { code, out, err } = await run(args);
      expect(err).to.match(sentence);
      expect(err).not.to.match(/^\s+at /m);
      expect([code, out]).to.deep.equal([2, '']);
    }
    expect(await run(['--help'])).to.include({ code: 0, err: '' });
  });

  it('issue 5: an empty log, and one that is other text, are wrong', async () => {
    for (const text of ['', ' \n\n', '[]', '<html>\n<p>Sign in</p>\n</html>']) {
      expect((await run([file('other', text)])).code, JSON.stringify(text)).to.equal(1);
    }
  });

  for (const name of ['large.jsonl', 'large.json']) {
    it(`issue 5: ${name} of 100 MB is read through little memory`, async () => {
      const path = join(folder, name);
      const array = name.endsWith('.json');
      const out = createWriteStream(path);
      if (array) out.write('[');
      const text = 'x'.repeat(4_000);
      for (let n = 1; n <= 25_000; n++) {
        const one = JSON.stringify(event(n, 'text.delta', { messageId: 'm', payload: { delta: text } }));
        if (!out.write(array ? `${n > 1 ? ',\n' : ''}${one}` : `${one}\n`)) await once(out, 'drain');
      }
      out.end(array ? ']' : '');
      await once(out, 'close');
      const { code, out: said, err } = await run(['--json', path]);
      expect(err).to.equal('');
      expect(code).to.equal(0);
      expect(JSON.parse(said)).to.include({ events: 25_000, errors: 0 });
    }).timeout(120_000);
  }
});

describe('JsonValues', () => {
  const cut = (text: string, at: number) => {
    const values = new JsonValues();
    const found = [];
    for (let from = 0; from < text.length; from += at)
      found.push(...values.feed(text.slice(from, from + at)));
    return [...found, ...values.finish()].map(({ text: value, line }) => [value, line]);
  };

  for (const at of [1, 3, 1_000]) {
    it(`issue 5: lines and items are the same however they arrive (${at} characters at once)`, () => {
      const tricky = '{"a":"] } , \\" [","b":[1,{"c":2}]}';
      expect(cut(`${tricky}\n\n7\r\n[1,2]\n`, at)).to.deep.equal([
        [tricky, 1],
        ['7', 3],
        ['[1,2]', 4],
      ]);
      expect(cut(`[\n${tricky},\n\n  7, "x,y"\n, [1,\n2]]\n`, at)).to.deep.equal([
        [tricky, 2],
        ['7', 4],
        ['"x,y"', 4],
        ['[1,\n2]', 5],
      ]);
      expect(cut('[{"a":1}]\n[{"b":2}]\n{"c":3}\nrubbish\n', at)).to.deep.equal([
        ['{"a":1}', 1],
        ['{"b":2}', 2],
        ['{"c":3}', 3],
        ['rubbish', 4],
      ]);
      expect(cut('[{"a":1},{"b":', at)).to.deep.equal([
        ['{"a":1}', 1],
        ['{"b":', 1],
      ]);
    });
  }
});
