import picomatch from 'picomatch';

const matchers = new Map<string, (path: string) => boolean>();
const MAX_MATCHERS = 1000;

/**
 * True when a URL path fits a pattern (§1): `*` is one segment, `**` one or more, `/**` alone is every path,
 * and nothing else is special. A trailing slash of the path is ignored.
 * @example matchRoute('/documents/**', '/documents/abc/edit') // true
 */
export function matchRoute(pattern: string, path: string): boolean {
  let matcher = matchers.get(pattern);
  if (!matcher) {
    if (matchers.size >= MAX_MATCHERS) matchers.clear();
    matcher = compile(pattern);
    matchers.set(pattern, matcher);
  }
  return matcher(normal(path));
}

/** True when the path fits any of the patterns; no pattern at all fits every path. */
export function routesMatch(routes: string | readonly string[] | undefined, path: string): boolean {
  return routes === undefined || [routes].flat().some((pattern) => matchRoute(pattern, path));
}

/** What is wrong with a pattern, for its author. */
export function routeFault(pattern: string): string | undefined {
  if (!pattern.startsWith('/')) return 'must begin with a slash, because it is matched against the URL path';
  if (pattern.split('/').some((segment) => segment.includes('*') && !isWildcard(segment))) {
    return 'a star stands for a whole segment; write /* for one and /** for one or more';
  }
  return undefined;
}

function isWildcard(segment: string): boolean {
  return segment === '*' || segment === '**';
}

function compile(pattern: string): (path: string) => boolean {
  if (pattern === '/**') return () => true;
  const glob = normal(pattern)
    .split('/')
    .map((segment) => {
      // picomatch reads `/**` at the end as "also nothing", where here it is one segment at least.
      if (segment === '**') return '@(*|*/**)';
      return segment === '*' ? segment : segment.replace(/[^\p{L}\p{N}_-]/gu, '\\$&');
    })
    .join('/');
  return picomatch(glob, { dot: true, nonegate: true, nobrace: true, nobracket: true, strictSlashes: true });
}

/** Browsers report paths percent-encoded, and people write patterns as they read them. */
function normal(path: string): string {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  try {
    return decodeURI(trimmed);
  } catch {
    return trimmed;
  }
}
