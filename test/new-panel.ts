import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { panelFiles, pascal, roomOf } from './new-panel-files.js';

/**
 * `npm run new:panel agent-something`: a panel that works, with its styles, its registration, a test and a story, and
 * its name in every list of tags. It shows the session's tools, until you let it show something else.
 */
export async function newPanel(root: string, tag: string): Promise<string[]> {
  if (!/^agent-[a-z]+(?:-[a-z]+)*$/.test(tag))
    throw new Error(
      `"${tag}" is no tag for a panel: "agent-" and small words with hyphens, such as agent-note-list.`,
    );
  if (existsSync(join(root, 'components', tag))) throw new Error(`components/${tag} is there already.`);
  const options = await resolveConfig(join(root, 'package.json'));
  const texts: [path: string, text: string][] = [
    ...Object.entries(panelFiles(tag)),
    ...listsOf(tag).map(([path, add]): [string, string] => [
      path,
      add(readFileSync(join(root, path), 'utf8')),
    ]),
  ];
  // Whatever can fail has been done by now.
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), await format(text, { ...options, filepath: path }));
  }
  return texts.map(([path]) => path);
}

/** Every list that has to know of a panel, and how it learns of this one. */
function listsOf(tag: string): [path: string, add: (text: string) => string][] {
  const room = roomOf(tag);
  const name = pascal(tag);
  return [
    [
      'components/index.ts',
      inOrder(
        /^export \{ \w+.* \} from '\.\/([\w-]+)\/\1\.js';$/,
        tag,
        `export { ${name} } from './${tag}/${tag}.js';`,
      ),
    ],
    [
      'components/define-elements.ts',
      (text) =>
        inOrder(
          /^ {2}(\w+),$/,
          name,
          `  ${name},`,
        )(
          inOrder(
            /^import \{ \w+ \} from '\.\/([\w-]+)\/\1\.js';$/,
            tag,
            `import { ${name} } from './${tag}/${tag}.js';`,
          )(text),
        ),
    ],
    [
      'components/autoload.ts',
      inOrder(
        /^ {2}'([\w-]+)': \(\) => import\('\.\/\1\/\1\.js'\),$/,
        tag,
        `  '${tag}': () => import('./${tag}/${tag}.js'),`,
      ),
    ],
    ['test/browser/tags.ts', inOrder(/^ {2}'([\w-]+)',$/, tag, `  '${tag}',`)],
    [
      'demo/gallery/stories/index.js',
      (text) =>
        inOrder(
          /^ {2}'([\w-]+)': \w+,$/,
          tag,
          `  '${tag}': ${room},`,
        )(inOrder(/^import \w+ from '\.\/([\w-]+)\.js';$/, tag, `import ${room} from './${tag}.js';`)(text)),
    ],
    ['test/components/manifest/team-scenes.ts', scenes(tag)],
    [
      'components/shared/locales/en-work.ts',
      words(room, [
        ['empty', 'Nothing has been called yet.'],
        ['label', 'Calls'],
      ]),
    ],
    [
      'components/shared/locales/zh.ts',
      words(room, [
        ['empty', '还没有调用任何工具。'],
        ['label', '调用'],
      ]),
    ],
  ];
}

/** Puts a line among those that look like it, which are in the order of what `pattern` captures. */
function inOrder(pattern: RegExp, key: string, line: string): (text: string) => string {
  return (text) => {
    const lines = text.split('\n');
    const known = lines.flatMap((each, index) => {
      const found = pattern.exec(each)?.[1];
      return found === undefined ? [] : [{ found, index }];
    });
    const last = known.at(-1);
    if (!last) throw new Error(`No line looks like ${pattern}: where is the list for "${line.trim()}" now?`);
    const next = known.find(({ found }) => found > key);
    lines.splice(next ? next.index : last.index + 1, 0, line);
    return lines.join('\n');
  };
}

/** What shows each thing that its JSDoc names, at the end of all. */
function scenes(tag: string): (text: string) => string {
  return (text) =>
    text.replace(/\n\};\s*$/, `\n\n  '${tag}': [{ story: 'empty' }, { story: 'at work' }],\n};\n`);
}

/** A group of words, before the group that comes after it. */
function words(room: string, all: readonly (readonly [string, string])[]): (text: string) => string {
  const group = all.map(([key, text]) => `  '${room}.${key}': '${text}',`).join('\n');
  return (text) => {
    const next = [...text.matchAll(/^ {2}'(\w+)\.[\w.]+':/gm)].find(([, other]) => other! > room);
    if (!next) return text.replace(/\n\}/, `\n\n${group}\n}`);
    return `${text.slice(0, next.index)}${group}\n\n${text.slice(next.index)}`;
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = new URL('../../', import.meta.url).pathname;
  try {
    console.log((await newPanel(root, process.argv[2] ?? '')).join('\n'));
    console.log('\nGo on with CONTRIBUTING.md, “How to add a panel”, step 2.');
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
