/** Clock, timers, frames and ids, injected so that tests own time. */
export interface Runtime {
  /** Unix epoch, milliseconds. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  monotonic(): number;
  /** Runs `callback` after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** Runs `callback` before the next frame is painted, or soon where there are no frames. */
  frame(callback: () => void): () => void;
  /** A UUID v4 (OUI-R3). */
  uuid(): string;
}

type FrameHost = {
  requestAnimationFrame?: (callback: () => void) => number;
  cancelAnimationFrame?: (handle: number) => void;
};

/** A hidden page gets no animation frames, and a stream must not stand still there: this runs instead. */
const FRAME_FALLBACK_MS = 100;

function frame(callback: () => void): () => void {
  const host = globalThis as FrameHost;
  let done = false;
  const run = () => {
    if (done) return;
    done = true;
    cancel();
    callback();
  };
  const timer = setTimeout(run, host.requestAnimationFrame ? FRAME_FALLBACK_MS : 16);
  const handle = host.requestAnimationFrame?.(run);
  const cancel = () => {
    clearTimeout(timer);
    if (handle !== undefined) host.cancelAnimationFrame?.(handle);
  };
  return () => {
    done = true;
    cancel();
  };
}

/** `crypto.randomUUID` exists only in secure contexts; a plain http page must work too. */
function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The real world. */
export const realRuntime: Runtime = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  frame,
  uuid,
};
