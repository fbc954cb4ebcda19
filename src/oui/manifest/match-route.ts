/**
 * True when a URL path fits a pattern (§1): `*` is one segment, `**` one or more, `/**` alone is every path,
 * and nothing else is special. A trailing slash of the path is ignored.
 * @example matchRoute('/documents/**', '/documents/abc/edit') // true
 */
export function matchRoute(pattern: string, path: string): boolean {
  const wanted = normal(pattern);
  return wanted === '/**' || fits(wanted.split('/'), normal(path).split('/'));
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

/** The last `**` takes one more segment where what follows it does not fit; an earlier one never has to. */
function fits(pattern: readonly string[], path: readonly string[]): boolean {
  let wanted = 0;
  let at = 0;
  let star = -1;
  let taken = 0;
  while (at < path.length) {
    const segment = path[at];
    if (pattern[wanted] === '**' && segment) {
      star = wanted++;
      taken = ++at;
    } else if (pattern[wanted] === segment || (pattern[wanted] === '*' && segment)) {
      wanted++;
      at++;
    } else if (star >= 0 && path[taken]) {
      wanted = star + 1;
      at = ++taken;
    } else {
      return false;
    }
  }
  return wanted === pattern.length;
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
