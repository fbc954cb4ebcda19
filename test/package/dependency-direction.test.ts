import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect } from 'chai';

const root = new URL('../../../', import.meta.url).pathname;

/** What stands for another file by export condition; each is named by its `default`. */
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, { default: string }>;
};

/** The import table of `architecture.md`, literally. A room may always import itself. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  base: [],
  'oui/protocol': ['base'],
  'oui/manifest': ['oui/protocol', 'base'],
  'oui/transports': ['oui/protocol', 'base'],
  'oui/surface': ['oui/manifest', 'oui/protocol', 'base'],
  'oui/bus': ['oui/surface', 'oui/manifest', 'oui/protocol', 'base'],
  'oui/agent': ['oui/manifest', 'oui/protocol', 'base'],
  'agent-ui/events': ['base'],
  'agent-ui/adapters': ['agent-ui/events', 'base'],
  'agent-ui/projection': ['agent-ui/events', 'base'],
  'agent-ui/controls': ['agent-ui/events', 'base'],
  'agent-ui/hydration': ['agent-ui/events', 'base'],
  'agent-ui/metrics': ['agent-ui/events', 'base'],
  'agent-ui/agent-session': ['agent-ui/*', 'base'],
  bridges: ['oui/*', 'agent-ui/*', 'base'],
  node: ['oui/*', 'agent-ui/*', 'testing', 'base'],
  testing: ['oui/*', 'agent-ui/*', 'base'],
  // The entries re-export the rooms of their half.
  'oui/index': ['oui/*', 'base'],
  'agent-ui/index': ['agent-ui/*', 'base'],
};

const sources = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm)].map(
    (match) => match[1] ?? match[2],
  );
}

const isOurs = (specifier: string) => specifier.startsWith('.') || specifier.startsWith('#');

const resolved = (file: string, specifier: string) =>
  (specifier in imports
    ? imports[specifier].default.replace('./dist/', '')
    : relative(root, join(root, dirname(file), specifier))
  ).replace(/\.js$/, '.ts');

/** `src/oui/bus/surface-bus.ts` is in the room `oui/bus`; `src/agent-ui/agent-session.ts` is a room by itself. */
function roomOf(file: string): string {
  const [, first, second] = file.replace(/\.ts$/, '').split('/');
  return ['base', 'bridges', 'node', 'testing'].includes(first) ? first : `${first}/${second}`;
}

const allowed = (from: string, to: string) =>
  from === to ||
  (TABLE[from] ?? []).some(
    (room) => room === to || (room.endsWith('/*') && to.startsWith(room.slice(0, -1))),
  );

describe('architecture: who may import whom', () => {
  it('architecture every file of src is in a room of the table', () => {
    expect(
      sources('src')
        .map(roomOf)
        .filter((room) => !(room in TABLE)),
    ).to.deep.equal([]);
  });

  it('architecture src keeps the import table', () => {
    const faults: string[] = [];
    for (const file of sources('src')) {
      for (const specifier of importsOf(file)) {
        if (!isOurs(specifier)) continue;
        const target = resolved(file, specifier);
        if (!target.startsWith('src/') || !allowed(roomOf(file), roomOf(target)))
          faults.push(`${file} → ${target}`);
      }
    }
    expect(faults).to.deep.equal([]);
  });

  it('architecture src imports no Lit, and only one file names the signals library', () => {
    const faults: string[] = [];
    for (const file of sources('src')) {
      for (const specifier of importsOf(file)) {
        if (/^(?:lit|@lit)/.test(specifier)) faults.push(`${file} → ${specifier}`);
        if (specifier === 'signal-polyfill' && file !== 'src/base/signals.ts')
          faults.push(`${file} → ${specifier}`);
      }
    }
    expect(faults).to.deep.equal([]);
  });

  it('architecture components import shared, src, and classes of tags; only a define imports a define', () => {
    const faults: string[] = [];
    for (const file of sources('components')) {
      const [, tag] = file.split('/');
      if (!tag.includes('-')) continue;
      const isDefine = file.endsWith('/define.ts');
      for (const specifier of importsOf(file)) {
        if (!isOurs(specifier)) continue;
        const target = resolved(file, specifier);
        const [top, room] = target.split('/');
        const ofTag = top === 'components' && room.includes('-');
        if (top === 'components' && room !== 'shared' && !ofTag) faults.push(`${file} → ${target}`);
        if (!isDefine && target.endsWith('/define.ts')) faults.push(`${file} → ${target}`);
        if (isDefine && ofTag && room !== tag && !target.endsWith('/define.ts'))
          faults.push(`${file} → ${target}`);
      }
    }
    expect(faults).to.deep.equal([]);
  });

  it('architecture components/shared imports only src and itself', () => {
    const faults: string[] = [];
    for (const file of sources('components/shared')) {
      for (const specifier of importsOf(file)) {
        if (!isOurs(specifier)) continue;
        const target = resolved(file, specifier);
        if (!/^(?:src|components\/shared)\//.test(target)) faults.push(`${file} → ${target}`);
      }
    }
    expect(faults).to.deep.equal([]);
  });

  it('architecture no file is over 400 lines, but for lists of words', () => {
    const long = [...sources('src'), ...sources('components')].filter(
      (file) =>
        !file.includes('/locales/') && readFileSync(join(root, file), 'utf8').split('\n').length > 401,
    );
    expect(long).to.deep.equal([]);
  });
});
