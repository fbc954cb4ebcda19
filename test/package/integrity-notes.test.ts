import { expect } from 'chai';
import { atVersion, scriptTags, withNotes, withTags } from './integrity-notes.js';
import { packageJson, read } from './package-root.js';

const HASHES = { 'oui-elements.js': 'sha384-a', 'oui-surface.js': 'sha384-b', 'autoload.js': 'sha384-c' };

describe('what a release writes', () => {
  const tags = scriptTags('1.2.3', HASHES);

  it('issue 9: a script tag with its hash for each file that pages name', () => {
    expect(tags).to.include(
      '<script type="module" src="https://cdn.jsdelivr.net/npm/oui-elements@1.2.3/cdn/oui-surface.js"\n' +
        '  integrity="sha384-b" crossorigin="anonymous"></script>',
    );
    expect(tags.match(/<script/g)).to.have.lengthOf(3);
    expect(() => scriptTags('1.2.3', {})).to.throw(/no hash of oui-elements\.js/);
  });

  it('issue 9: the README has a place for them, and they replace what stood there', () => {
    const readme = withTags(read('README.md'), tags);
    expect(readme).to.include(tags);
    expect(withTags(readme, 'others')).to.equal(withTags(read('README.md'), 'others'));
    expect(() => withTags('no place', tags)).to.throw(/<!-- integrity -->/);
  });

  it('issue 9: the release notes end with them, once', () => {
    const changelog = '# Changelog\n\n## 1.2.3\n\n- new\n\n## 1.2.2\n\n- old\n';
    const once = withNotes(changelog, '1.2.3', tags);
    expect(once).to.match(/- new\n\n### Integrity\n\n```html\n[^]*```\n\n## 1\.2\.2\n\n- old\n$/);
    expect(withNotes(once, '1.2.3', tags)).to.equal(once);
    expect(() => withNotes(changelog, '2.0.0', tags)).to.throw(/no part about 2\.0\.0/);
  });

  it('issue 9: every address on a CDN and the constant get the version', () => {
    const { version } = packageJson();
    const source = read('src/base/version.ts');
    expect(atVersion(source, '9.8.7')).to.equal(source.replace(version, '9.8.7'));
    const on = (at: string) =>
      `https://cdn.jsdelivr.net/npm/oui-elements@${at}/cdn/x.js https://unpkg.com/oui-elements@${at}/docs/x.md`;
    expect(atVersion(on('0.1.0-rc.1'), '9.8.7')).to.equal(on('9.8.7'));
  });
});
