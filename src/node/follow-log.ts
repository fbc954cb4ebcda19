import type { Runtime } from '../base/runtime.js';
import type { AgentEventLog } from './agent-event-log.js';
import type { EventOutlet } from './event-outlet.js';

/** So many events are written at once; then it is waited for the reader to have room. */
const PAGE = 256;

export interface FollowOptions {
  /** The id of the last event that the reader has. */
  lastEventId: string | undefined;
  /** Said first: what this server can do. */
  hello: object;
  keepAliveMs: number;
  runtime: Runtime;
}

/** Sends a log to a reader from where they were, and whatever comes, until one of the two ends. */
export async function followLog(
  log: AgentEventLog,
  outlet: EventOutlet,
  options: FollowOptions,
): Promise<void> {
  const { lastEventId, hello, keepAliveMs, runtime } = options;
  let wake = () => {};
  const stop = log.onChange(() => wake());
  outlet.onClose(() => wake());
  await outlet.notice({ ...hello, keepAliveMs });
  let position = lastEventId === undefined ? 0 : log.positionAfter(lastEventId);
  if (position === undefined) {
    await outlet.notice({ gap: { reason: 'The last event that you have is not known here.' } });
    position = 0;
  }
  while (!outlet.closed) {
    const { events, next, missed } = log.read(position, PAGE);
    if (missed) await outlet.notice({ gap: { reason: 'Older events are no longer kept.' } });
    position = next;
    if (events.length > 0) {
      await outlet.events(events);
    } else if (log.finished) {
      await outlet.notice({ end: true });
      outlet.end();
    } else {
      const changed = await new Promise<boolean>((resolve) => {
        const cancel = runtime.after(keepAliveMs, () => resolve(false));
        wake = () => {
          cancel();
          resolve(true);
        };
      });
      if (!changed) await outlet.notice({ ping: true });
    }
  }
  stop();
}
