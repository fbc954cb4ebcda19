import { expect } from '@open-wc/testing';
import * as library from 'oui-elements';
import { DOCUMENTED, type Documented } from './documented.js';

const CLASSES = library as Readonly<Record<string, unknown>>;
const FOLDER = '/dist/components';
/** What each module says, by its path, each fetched once. */
const texts = new Map<string, Promise<string>>();

/** Every module of ours that this one is made of, with its text. What is imported when it is needed is not in it. */
async function modulesOf(path: string, into = new Map<string, string>()): Promise<Map<string, string>> {
  if (into.has(path)) return into;
  into.set(path, '');
  if (!texts.has(path))
    texts.set(
      path,
      fetch(path).then((answer) => answer.text()),
    );
  const text = await texts.get(path)!;
  into.set(path, text);
  const wanted = [...text.matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)'/gms)]
    .map(([, specifier]) => new URL(specifier!, new URL(path, location.origin)).pathname)
    .filter((each) => each.startsWith(FOLDER));
  for (const each of wanted) await modulesOf(each, into);
  return into;
}

/** Parts that are written out; those made from a name are seen in the scenes. */
const partsIn = (text: string) =>
  [...text.matchAll(/\bpart="([\w -]+)"/g)].flatMap(([, names]) => names!.split(' '));
/** Events of the package that are made there. */
const eventsIn = (text: string) =>
  [...text.matchAll(/\bnew (\w+Event)\(/g)].map(([, name]) => name!).filter((name) => name in CLASSES);

const unknown = (found: Iterable<string>, known: readonly string[]) =>
  [...new Set(found)].filter((name) => !known.includes(name));
const partsOf = ({ cssParts }: Documented) => cssParts.map(({ name }) => name);
const eventsOf = ({ events }: Documented) => events.map(({ type }) => type.text);

describe('custom-elements.json says what the sources have', () => {
  for (const [tag, item] of DOCUMENTED) {
    it(`issue 9: <${tag}>: no part and no event of its own folder is left out`, async () => {
      const modules = await modulesOf(`${FOLDER}/${tag}/${tag}.js`);
      const own = [...modules]
        .filter(([path]) => path.startsWith(`${FOLDER}/${tag}/`))
        .map(([, text]) => text);
      expect(own.join('').length, 'its modules were found').to.be.above(0);
      expect({
        parts: unknown(own.flatMap(partsIn), partsOf(item)),
        events: unknown(own.flatMap(eventsIn), eventsOf(item)),
      }).to.deep.equal({ parts: [], events: [] });
    });
  }

  it('issue 9: no part and no event of what elements share is left out', async () => {
    const all = [...DOCUMENTED];
    const modules = new Map<string, string>();
    for (const [tag] of all) await modulesOf(`${FOLDER}/${tag}/${tag}.js`, modules);
    const known = all.map(([, item]) => item);
    expect({
      parts: unknown([...modules.values()].flatMap(partsIn), known.flatMap(partsOf)),
      events: unknown([...modules.values()].flatMap(eventsIn), known.flatMap(eventsOf)),
    }).to.deep.equal({ parts: [], events: [] });
  });
});
