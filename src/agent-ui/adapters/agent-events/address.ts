/** The address with these parameters added to its query; relative addresses stay relative. */
export function withQuery(
  url: string | URL,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const [address = '', fragment] = String(url).split('#', 2);
  const query = Object.entries(parameters)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const joined = query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

export function isSocketUrl(url: string | URL): boolean {
  return /^wss?:/i.test(String(url));
}

/** Where a WebSocket's server answers over HTTP, unless it is told otherwise. */
export function httpUrl(url: string | URL): string {
  return String(url).replace(/^ws(s?:)/i, 'http$1');
}
