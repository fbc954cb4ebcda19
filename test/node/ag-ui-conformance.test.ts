import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { format, resolveConfig } from 'prettier';
import { ROOT } from '../package/package-root.js';
import { APART, contains, judge, replay, unseen, type Mark } from './ag-ui-conformance-judge.js';
import { CONFORMANCE } from './ag-ui-fixtures.js';

const TABLE = join(ROOT, 'docs/ag-ui-conformance.md');
/** A part of a kind that we do not know goes back as it came: its server knows it. */
const KEPT = 'unknown-part-in-message-list';

describe('AG-UI conformance corpus', () => {
  it('AG-UI 6: is whole', () => {
    expect(CONFORMANCE).to.have.length(72);
    expect(CONFORMANCE.filter(({ expect: { outcome } }) => outcome === 'failed')).to.have.length(20);
  });

  for (const conformance of CONFORMANCE) {
    const { name, stream, expect: wanted } = conformance;
    const { outcome } = wanted;

    it(`AG-UI 6: ${name} (${outcome}) in strict mode ends with the verdict, the messages and the state that it asks for`, async () => {
      const held = await replay(conformance, true);
      const marks = judge(conformance, held);
      expect(Object.values(marks), JSON.stringify({ marks, held }, null, 1)).not.to.include('no');
      if (marks.verdict === 'apart' || marks.messages === 'apart') {
        expect(APART).to.have.property(name);
      }
    });

    it(`AG-UI 6: ${name} (${outcome}) in tolerant mode throws nothing, ends its runs, and reports what is wrong`, async () => {
      const held = await replay(conformance, false);
      expect(held.openRuns).to.equal(0);
      expect(held.codes).not.to.include('ag-ui.protocol_violation');
      if (outcome === 'failed') expect(held.codes).not.to.deep.equal([]);
      if (wanted.noWarnings) {
        const info = /^ag-ui\.(?:raw|unmapped|unanswered_call|late_error)$/;
        expect(held.codes.filter((code) => !info.test(code))).to.deep.equal([]);
      }
      if (wanted.runError !== undefined && stream.some(({ type }) => type === 'RUN_ERROR')) {
        expect(held.runErrors).not.to.deep.equal([]);
      }
      if (outcome === 'failed') return;
      if (wanted.messages && !name.startsWith('era-') && name !== KEPT) {
        expect(contains(held.messages, wanted.messages), JSON.stringify(held.messages)).to.equal(true);
      }
      if ('state' in wanted) expect(contains(held.state, wanted.state)).to.equal(true);
    });
  }

  it('issue 8, 4: docs/ag-ui-conformance.md is what comes out (UPDATE_DOCS=1 writes it)', async function () {
    this.timeout(20_000);
    const page = await table();
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(TABLE, page);
    expect(readFileSync(TABLE, 'utf8')).to.equal(page);
  });
});

const SAYS: Readonly<Record<Mark, string>> = {
  yes: 'as asked',
  no: '**not as asked**',
  apart: 'apart',
  '-': '',
};

async function table(): Promise<string> {
  const rows: string[] = [];
  const count = { yes: 0, no: 0, apart: 0 };
  let weakOnes = 0;
  for (const conformance of CONFORMANCE) {
    const { name, expect: wanted } = conformance;
    const strict = await replay(conformance, true);
    const tolerant = await replay(conformance, false);
    const marks = judge(conformance, strict);
    const all = Object.values(marks);
    count[all.includes('no') ? 'no' : name in APART ? 'apart' : 'yes']++;
    const hidden = unseen(conformance);
    const weak =
      wanted.outcome === 'completed' &&
      all.every((mark, at) => at === 0 || mark === '-') &&
      wanted.runError === undefined;
    if (weak && !(name in APART)) weakOnes++;
    const cells = [
      `\`${name}\``,
      wanted.outcome,
      `${SAYS[marks.verdict]}${strict.violation === undefined ? '' : ' (rejected)'}`,
      SAYS[marks.messages],
      SAYS[marks.state],
      tolerant.codes.map((code) => `\`${code.slice('ag-ui.'.length)}\``).join(' '),
      [
        APART[name],
        hidden.length > 0 ? `not seen: ${hidden.join(', ')}` : undefined,
        weak && !(name in APART) ? 'weak: only the verdict is left' : undefined,
      ]
        .filter(Boolean)
        .join('; '),
    ];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  const text = `# AG-UI conformance

The protocol's own corpus (${CONFORMANCE.length} streams, \`test/fixtures/ag-ui-conformance\`), judged as its \`FORMAT.md\` says. This page is written and checked
by \`test/node/ag-ui-conformance.test.ts\`.

\`agUi({ url, strict: true })\` rejects what the specification forbids: the run fails with \`protocol_violation\`; a breach after the end of a run is a diagnostic
of that name. Without \`strict\`, the default, nothing is rejected: what is wrong is repaired, and reported as \`diagnostic.changed\` under the codes of the column
"tolerant". As asked: ${count.yes} (of them ${weakOnes} weak); apart, with the reason: ${count.apart}; not as asked: ${count.no}. Warnings are no part of the
verdict (FORMAT.md, 2). The corpus speaks 1.1 and this client 1.0, which it says where a stream declares it (\`protocol_version\`); that is left out below.

| stream | asks | strict: verdict | messages | state | tolerant: diagnostics | remark |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
  return format(text, { ...(await resolveConfig(TABLE)), filepath: TABLE });
}
