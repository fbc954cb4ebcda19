import { expect } from 'chai';
import fc from 'fast-check';
import { matchRoute, routesMatch } from 'oui-elements/oui';
import picomatch from 'picomatch';
import { cases } from '../../../cases.js';

/** pattern, paths that fit, paths that do not. */
const TABLE: [pattern: string, fits: string[], misses: string[]][] = [
  ['/documents', ['/documents', '/documents/'], ['/', '/documents/abc', '/document', '/Documents']],
  ['/documents/*', ['/documents/abc', '/documents/.hidden'], ['/documents', '/documents/abc/edit']],
  [
    '/documents/**',
    ['/documents/abc', '/documents/abc/edit', '/documents/.a/.b'],
    ['/documents', '/documents/'],
  ],
  ['/users/*/settings', ['/users/123/settings'], ['/users/settings', '/users/1/2/settings']],
  ['/docs/**/edit', ['/docs/a/edit', '/docs/a/b/edit'], ['/docs/edit', '/docs/a']],
  ['/**', ['/', '/a', '/a/b/c', '/.well-known/x'], []],
  ['/*', ['/a', '/.a'], ['/', '/a/b']],
  ['/', ['/'], ['/a']],
  ['/a/{b,c}', ['/a/{b,c}', '/a/%7Bb,c%7D'], ['/a/b', '/a/c']],
  ['/a/[id]', ['/a/[id]'], ['/a/i']],
  ['/!(a)', ['/!(a)'], ['/b']],
  ['/a+(b)', ['/a+(b)'], ['/abb']],
  ['/a?', ['/a?'], ['/ab']],
  ['/v1.0', ['/v1.0'], ['/v1x0']],
  ['/größe', ['/größe', '/gr%C3%B6%C3%9Fe'], ['/grosse']],
  ['/100%', ['/100%'], ['/100']],
];

/** The same pattern as picomatch writes it, whose `/**` at the end means "also nothing". */
function asGlob(pattern: string): string {
  const segment = (text: string) => {
    if (text === '**') return '@(*|*/**)';
    return text === '*' ? text : text.replace(/[^\p{L}\p{N}_-]/gu, '\\$&');
  };
  return pattern.split('/').map(segment).join('/');
}

describe('matchRoute', () => {
  for (const [pattern, fits, misses] of TABLE) {
    it(`OUI-S3 §1 reads ${pattern}`, () => {
      for (const path of fits) expect(matchRoute(pattern, path), path).to.equal(true);
      for (const path of misses) expect(matchRoute(pattern, path), path).to.equal(false);
    });
  }

  it('OUI-S3 §1 takes several routes as alternatives, and none as everywhere', () => {
    expect(routesMatch(['/a', '/b/**'], '/b/c')).to.equal(true);
    expect(routesMatch(['/a', '/b/**'], '/c')).to.equal(false);
    expect(routesMatch('/a', '/a')).to.equal(true);
    expect(routesMatch(undefined, '/anything')).to.equal(true);
  });

  it('OUI-S3 §1 agrees with picomatch, which reads the same patterns in its own dialect', function () {
    this.timeout(60_000);
    const word = fc.constantFrom('a', 'b', 'ab', '.a', 'a.b', '{a,b}', '[a]', '!(a)', 'a+', 'a?', 'ö');
    const path = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => `/${words.join('/')}`);
    const wild = fc.oneof({ weight: 2, arbitrary: word }, fc.constantFrom('*', '**'));
    const pattern = fc.array(wild, { minLength: 1, maxLength: 5 }).map((words) => `/${words.join('/')}`);
    const options = { dot: true, nonegate: true, nobrace: true, nobracket: true, strictSlashes: true };
    fc.assert(
      fc.property(pattern, path, (route, at) => {
        fc.pre(route !== '/**');
        expect(matchRoute(route, at)).to.equal(picomatch(asGlob(route), options)(at));
      }),
      { numRuns: cases(1_000) },
    );
  });

  it('OUI-S3 §1 takes as long as the path is, whatever the pattern', () => {
    const pattern = `/${'**/a/'.repeat(40)}b`;
    expect(matchRoute(pattern, '/a'.repeat(4000))).to.equal(false);
    expect(matchRoute(pattern, `${'/x/a'.repeat(40)}/b`)).to.equal(true);
  });
});
