import type { EngineDifference } from './engine-differences.js';

const BEGIN = '<!-- differences: written by `npm run differences` -->';
const END = '<!-- /differences -->';

/** `docs/browsers.md` with the table of what an engine cannot pass. */
export function withDifferences(page: string, differences: readonly EngineDifference[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`The page has no "${BEGIN}" with "${END}" after it.`);
  const rows = differences.map(
    ({ engine, file, title, reason }) =>
      `| ${engine} | \`test/${file}.ts\`: ${title ? `\`${title}\`` : 'all of it'} | ${reason} |`,
  );
  const table = ['| Engine | Tests | Why |', '| --- | --- | --- |', ...rows].join('\n');
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}
