import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run coverage:rules`: which numbered rules have a test whose title names them. A title names `OUI-S6 to
 * S12` or `OUI-S6, S7` as well.
 */
const root = new URL('../../../', import.meta.url).pathname;

const range = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${prefix}${from + i}`);
const padded = (prefix: string, to: number, digits: number) =>
  Array.from({ length: to }, (_, i) => `${prefix}${String(i + 1).padStart(digits, '0')}`);

/** Numbers are stable; the design pages are the source. Known failures skip the numbers their page skips. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  'OUI-S, the page side': range('OUI-S', 1, 22),
  'OUI-R, the agent side': range('OUI-R', 1, 13),
  'OUI-T, the wire': range('OUI-T', 1, 9),
  'OUI-X, security': range('OUI-X', 1, 4),
  'OUI-E, later additions': range('OUI-E', 1, 12),
  'R, the reducer': range('R', 1, 12),
  'M, must': padded('M-', 62, 3),
  'N, must not': padded('N-', 30, 3),
  'AC, acceptance': [...padded('AC-', 22, 2), 'AC-23F', 'AC-24S'],
  'AUI-AR, the Agent Runtime profile': Object.entries({
    READ: 6,
    HYDRATE: 4,
    ID: 5,
    TASK: 5,
    ACTION: 5,
    EVID: 5,
  }).flatMap(([part, count]) => padded(`AUI-AR-${part}-`, count, 3)),
  'known-failure': [
    1, 2, 3, 4, 6, 7, 9, 10, 11, 13, 14, 15, 17, 19, 20, 21, 23, 24, 25, 26, 27, 30, 31, 32, 33, 34, 35,
  ]
    .concat([37, 38, 39, 40, 41, 42, 43, 44, 47, 48, 49, 50, 51])
    .map(String)
    .concat(['A', 'B', 'C', 'D', 'E'])
    .map((id) => `known-failure ${id}`),
};

/** Every title in the test sources, with `OUI-S6 to S12` and `OUI-S6, S7` written out. */
function titles(): string[] {
  const found: string[] = [];
  for (const file of readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.test.ts')) continue;
    const text = readFileSync(join(root, 'test', file), 'utf8');
    for (const match of text.matchAll(/\b(?:it|describe)\(\s*(['"`])((?:(?!\1).|\n)*?)\1/g))
      found.push(expanded(match[2]));
  }
  return found;
}

function expanded(title: string): string {
  return title
    .replace(/(OUI-[A-Z])(\d+) to \1?[A-Z]?(\d+)/g, (_, prefix: string, from: string, to: string) =>
      range(prefix, Number(from), Number(to)).join(' '),
    )
    .replace(
      /(OUI-)([A-Z])(\d+)((?:(?:, | and |, and )[A-Z]\d+)+)/g,
      (_, oui: string, letter: string, n: string, more: string) =>
        [`${oui}${letter}${n}`, ...[...more.matchAll(/[A-Z]\d+/g)].map(([rule]) => oui + rule)].join(' '),
    );
}

const all = titles();
let missing = 0;
for (const [family, rules] of Object.entries(FAMILIES)) {
  const uncovered = rules.filter(
    (rule) => !all.some((title) => new RegExp(`(?:^|[^\\w-])${rule}(?![\\w-])`).test(title)),
  );
  missing += uncovered.length;
  console.log(`${family}: ${rules.length - uncovered.length} of ${rules.length} have a test`);
  if (uncovered.length > 0) console.log(`  without: ${uncovered.join(', ')}`);
}
console.log(`\n${missing} rules without a test`);
