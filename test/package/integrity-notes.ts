/** The files that a page names; the rest they find beside themselves. */
const ENTRIES = ['oui-elements.js', 'oui-surface.js', 'autoload.js'];

/** The script tags of a version, each with the hash of its file. */
export function scriptTags(version: string, hashes: Readonly<Record<string, string>>): string {
  const tags = ENTRIES.map((file) => {
    const hash = hashes[file];
    if (!hash) throw new Error(`cdn/integrity.json has no hash of ${file}; run \`npm run build\` first.`);
    const address = `https://cdn.jsdelivr.net/npm/oui-elements@${version}/cdn/${file}`;
    return `<script type="module" src="${address}"\n  integrity="${hash}" crossorigin="anonymous"></script>`;
  });
  return ['```html', ...tags, '```'].join('\n');
}

const BEGIN = '<!-- integrity -->';
const END = '<!-- /integrity -->';

/** The README with these tags in their place, which two comments mark. */
export function withTags(readme: string, tags: string): string {
  const [before, after] = [readme.split(BEGIN), readme.split(END)];
  if (before.length !== 2 || after.length !== 2)
    throw new Error(`README.md needs ${BEGIN} and ${END}, once each, around the place of the hashes.`);
  return `${before[0]}${BEGIN}\n\n${tags}\n\n${END}${after[1]}`;
}

/** The changelog with these tags at the end of the newest version: the release notes are made from that. */
export function withNotes(changelog: string, version: string, tags: string): string {
  const start = changelog.indexOf(`## ${version}`);
  if (start < 0) throw new Error(`CHANGELOG.md has no part about ${version}.`);
  const next = changelog.indexOf('\n## ', start);
  const end = next < 0 ? changelog.length : next;
  const part = changelog.slice(start, end).replace(/\n### Integrity\n[\s\S]*$/, '');
  const notes = `${part.trimEnd()}\n\n### Integrity\n\n${tags}\n`;
  return changelog.slice(0, start) + notes + changelog.slice(end);
}

/** The text with every address of this package on a CDN, and the constant in the sources, at this version. */
export function atVersion(text: string, version: string): string {
  return text
    .replace(/(\/oui-elements@)\d+\.\d+\.\d+[\w.-]*(?=\/)/g, `$1${version}`)
    .replace(/(VERSION = ')[^']*(?=')/, `$1${version}`);
}
