import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Nothing outside these folders is ever served. */
const FOLDERS = [
  'demo/todos',
  'demo/orders',
  'demo/inspector',
  'demo/gallery',
  'demo/scenarios',
  'cdn',
  'dist/site',
];

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** What `oui-elements` needs and no more; `'self'` covers the WebSocket of the same origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html oui-artifact-page',
].join('; ');

export const SECURITY_HEADERS: Record<string, string> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Sends the file at this URL path, or 404. */
export async function sendFile(path: string, response: ServerResponse, withBody = true): Promise<void> {
  const file = await findFile(path);
  if (!file) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is nothing here.\n');
    return;
  }
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': file.size,
    'cache-control': 'no-cache',
  });
  if (withBody) createReadStream(file.path).pipe(response);
  else response.end();
}

async function findFile(path: string): Promise<{ path: string; type: string; size: number } | undefined> {
  const type = TYPES[extname(path)];
  if (!type || path.includes('\0')) return undefined;
  try {
    const real = await realpath(join(ROOT, path));
    const inside = await Promise.all(
      FOLDERS.map(async (folder) => {
        // The site is there only once somebody has made it.
        const served = await realpath(join(ROOT, folder)).catch(() => undefined);
        return served !== undefined && real.startsWith(served + sep);
      }),
    );
    const { size } = await stat(real);
    return inside.includes(true) ? { path: real, type, size } : undefined;
  } catch {
    return undefined;
  }
}
