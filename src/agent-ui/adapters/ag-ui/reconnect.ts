import { Backoff } from '../../../base/backoff.js';
import { resumeRun } from './post-run.js';
import type { ReaderParts } from './run-reader.js';
import type { StreamMapper } from './stream-mapper.js';
import type { Turn } from './turn.js';

/** How often a stream that broke off is asked for again. */
const MAX_RESUMES = 6;

/** True: there is a stream again. */
export async function reconnect(parts: ReaderParts, turn: Turn, mapper: StreamMapper): Promise<boolean> {
  const { settings, sink, facts, options, connect } = parts;
  const { place } = turn;
  const backoff = new Backoff({ initialMs: 250, maxMs: 8_000 });
  mapper.run.waitForStream();
  facts.flush();
  for (let attempt = 0; attempt < MAX_RESUMES && !turn.over; attempt++) {
    sink.state('reconnecting');
    const numbered = place.last !== undefined;
    const answer = await (numbered ? resumeRun(settings, place, turn.signal) : connect(turn));
    if (turn.over) {
      if ('stream' in answer) answer.stream.cancel();
      return false;
    }
    if ('stream' in answer) {
      sink.state('live');
      if (numbered) mapper.run.goOn();
      else {
        turn.retold = true;
        mapper.retell();
      }
      turn.stream = answer.stream;
      return true;
    }
    if (!answer.failure.retryable) break;
    await new Promise<void>((resolve) => {
      const cancel = options.runtime.after(backoff.next(), resolve);
      turn.signal.addEventListener('abort', () => (cancel(), resolve()), { once: true });
    });
  }
  if (!turn.over) sink.state('live');
  return false;
}
