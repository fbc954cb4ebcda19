/** What the demo's agent takes from Node, as a page has it; the bundle puts this in the place of Node's own. */

/** `crypto.randomUUID` of a page is there only where the page came over HTTPS. */
export function randomUUID(): string {
  const [a, b] = crypto.getRandomValues(new Uint32Array(2));
  return `${a!.toString(36)}-${b!.toString(36)}`;
}

/** `setTimeout` of `node:timers/promises`. */
export { wait as setTimeout };

function wait<T>(ms: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve(value);
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
