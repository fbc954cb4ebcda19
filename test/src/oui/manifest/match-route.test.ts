import { expect } from 'chai';
import { matchRoute, routesMatch } from 'oui-elements/oui';

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
});
