import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { TAGS } from '../browser/tags.js';
import { ROOT } from './package-root.js';
import { keysIn, modulesOf } from './words-used.js';

type Words = Readonly<Record<string, unknown>>;

const load = (path: string) =>
  import(pathToFileURL(join(ROOT, 'dist/components', path)).href) as Promise<Record<string, unknown>>;

/** The files of English, by the name of what they export. */
const ENGLISH = new Map<string, Words>();
for (const file of readdirSync(join(ROOT, 'components/shared/locales')).filter((name) => /^en-/.test(name))) {
  for (const [name, words] of Object.entries(await load(`shared/locales/${file.replace(/\.ts$/, '.js')}`)))
    ENGLISH.set(name, words as Words);
}
const KEYS = [...ENGLISH.values()].flatMap((words) => Object.keys(words));

/** Where each class of elements is; that of the form is shared. */
const MODULES = TAGS.map((tag) =>
  tag === 'oui-schema-form' ? 'shared/schema-form/schema-form' : `${tag}/${tag}`,
);

const usedBy = (module: string, later = true) =>
  new Set(
    [...modulesOf(join(ROOT, 'components', `${module}.ts`), later)].flatMap((file) => [
      ...keysIn(file, KEYS),
    ]),
  );

const CHAT = ['agent-workbench', 'agent-conversation', 'agent-composer', 'agent-run-status'];

/** The English that an element has: that of a chat, and what its class names. */
async function broughtBy(module: string): Promise<Words[]> {
  const classes = Object.values(await load(`${module}.js`)) as { words?: readonly Words[]; name: string }[];
  const name = module.split('/').at(-1)!.replaceAll('-', '');
  return classes.find((each) => each.name?.toLowerCase() === name)?.words?.slice() ?? [];
}

describe('the words of each element', () => {
  for (const module of MODULES) {
    it(`issue 9: ${module} has the English of every word that it says, and takes none along in vain`, async () => {
      const own = await broughtBy(module);
      const used = usedBy(module);
      const known = new Set([ENGLISH.get('enChat')!, ...own].flatMap((words) => Object.keys(words)));
      expect([...used].filter((key) => !known.has(key))).to.deep.equal([]);
      const vain = own.filter((words) => !Object.keys(words).some((key) => used.has(key)));
      expect(vain.map((words) => Object.keys(words)[0])).to.deep.equal([]);
    });
  }

  it('issue 9: what a chat loads at once is what it may say at once, and only what a chat says or an action in its page', () => {
    const en = Object.keys(ENGLISH.get('enChat')!);
    const said = new Set([...CHAT, 'oui-action'].flatMap((tag) => [...usedBy(`${tag}/${tag}`)]));
    expect(en.filter((key) => !said.has(key))).to.deep.equal([]);
    // What draws a turn brings its own words when it is fetched.
    const atOnce = new Set(CHAT.flatMap((tag) => [...usedBy(`${tag}/${tag}`, false)]));
    expect(atOnce.size).to.be.above(100);
    expect([...atOnce].filter((key) => !en.includes(key))).to.deep.equal([]);
  });

  it('issue 9: each word is in one file, and said by somebody', () => {
    expect(KEYS.filter((key, index) => KEYS.indexOf(key) !== index)).to.deep.equal([]);
    const said = new Set(MODULES.flatMap((module) => [...usedBy(module)]));
    expect(KEYS.filter((key) => !said.has(key))).to.deep.equal([]);
  });
});
