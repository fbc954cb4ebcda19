import { CONTROLS, reactionTo } from './reactions.js';

/** How a runtime treats what it is asked for. */
export const MANNERS = ['answers', 'refuses', 'is silent'];

const wait = (ms) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined);

/**
 * The runtime of a recording, as an adapter: what is played arrives through it, and what a person asks for goes to it.
 * It takes a request at once or after a while, refuses it, or never says what became of it; a fact comes from it alone.
 */
export class RecordedRuntime {
  id = 'recorded';
  /** See `MANNERS`. */
  manner = 'answers';
  /** How long a request and its effect each take, in milliseconds. */
  latencyMs = 300;
  /** The player whose log this is; set before the session is made. */
  player;
  /** Requests, as they came. */
  requests = [];
  #scenario;
  #count = 0;

  constructor(scenario) {
    this.#scenario = scenario;
  }

  /** What arrives goes here; the player is given this. */
  deliver = (events) => this.sink?.push(events);

  async connect(sink) {
    this.sink = sink;
    sink.capabilities({ controls: Object.fromEntries(CONTROLS.map((kind) => [kind, 'native'])) });
    sink.state('live');
    const { older } = this.#scenario;
    return {
      control: (request) => this.#control(request),
      detail: async (ref) => this.#detail(ref),
      close: async () => {},
      ...(Object.keys(older).length > 0 ? { hydrate: (options) => this.#hydrate(options) } : {}),
    };
  }

  async #control(request) {
    this.requests.push(request);
    await wait(this.latencyMs);
    if (this.manner === 'refuses')
      return { status: 'rejected', reason: 'This runtime refuses every request.' };
    if (this.manner === 'answers') void this.#react(request);
    return { status: 'accepted' };
  }

  async #react(request) {
    await wait(this.latencyMs);
    const { player } = this;
    if (request.kind === 'respond' && player.waiting?.until === request.actionId) {
      // The log goes on as it did after this decision; of another one it knows nothing, and stays silent.
      if (player.answer(request.decision)) return;
    }
    if (request.kind === 'interrupt') player.stop();
    const context = {
      sessionId: this.#scenario.id,
      id: (kind) => `${kind}-of-you-${++this.#count}`,
    };
    const base = { sessionId: this.#scenario.id, threadId: `${this.#scenario.id}-thread` };
    player.say(reactionTo(request, context).map((event) => ({ ...base, ...event })));
  }

  async #hydrate({ before } = {}) {
    if (before === undefined) return { status: 'accepted' };
    await wait(this.latencyMs);
    if (this.manner === 'refuses') return { status: 'rejected', reason: 'The history is closed.' };
    this.player.say(this.#scenario.older[before] ?? []);
    return { status: 'accepted' };
  }

  async #detail(ref) {
    await wait(this.latencyMs);
    const text = this.#scenario.details[ref];
    if (text === undefined || this.manner === 'refuses') throw new Error(`Nothing is kept under ${ref}.`);
    return { contentType: 'text/plain', text };
  }
}
