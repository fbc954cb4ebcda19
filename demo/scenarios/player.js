/** Ways in which a network disturbs a log; each on or off at any time. */
export const CLEAN = { shuffle: false, duplicate: false, delay: false };

/** How many steps later an event may come when they are shuffled, when some are late, and when they come twice. */
const SHUFFLED_BY = 4;
const LATE_BY = 7;
const TWICE_AFTER = 3;

/** The same disorder each time: what is seen can be shown to somebody else. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Plays a recorded log a step at a time: numbers its events, disturbs them as a network would, and stops where the
 * runtime waited for a person until one has decided. Nothing of a log is ever played against a decision.
 */
export class Player {
  /** Everything that was sent, once and in order: what a session must come to, however it arrived. */
  sent = [];
  /** The question that the runtime waits for. */
  waiting;
  #steps;
  #total;
  #position = 0;
  #clock = 0;
  #sequence = 0;
  /** On their way: when they come, and what. */
  #held = [];
  #random = seeded(7);

  /**
   * @param scenario as `recorded()` makes it
   * @param deliver takes what has arrived
   * @param network which disturbances are on
   */
  constructor(scenario, deliver, network = { ...CLEAN }) {
    this.#steps = [...scenario.steps];
    this.#total = this.#steps.length;
    this.deliver = deliver;
    this.network = network;
  }

  /** Called when something was sent, or waits, or has ended. */
  changed = () => {};

  get position() {
    return this.#position;
  }

  /** Of the log as far as it is known: what follows an answer comes to it when there is one. */
  get total() {
    return this.#total;
  }

  get ended() {
    return this.#steps.length === 0 && this.waiting === undefined;
  }

  /** What comes next, or nothing. */
  get next() {
    return this.#steps[0];
  }

  /** One step of the log. Answers whether there was one to make. */
  step() {
    if (this.waiting !== undefined || this.#steps.length === 0) return false;
    const step = this.#steps.shift();
    this.#position++;
    if (step.type === undefined) this.waiting = step;
    else this.#send(step);
    this.#arrive(this.waiting !== undefined || this.#steps.length === 0);
    return true;
  }

  /**
   * A person has decided.
   * @returns whether the log has something for that; without it nothing more of it is played
   */
  answer(decision) {
    const { answers } = this.waiting;
    const key = Object.keys(answers).find((word) => decision === word || decision.startsWith(`${word}_`));
    this.waiting = undefined;
    if (key === undefined) {
      this.stop();
      return false;
    }
    this.#steps.unshift(...answers[key]);
    this.#total += answers[key].length;
    // That it was answered is said at once, also where nothing is being played.
    return this.step();
  }

  /** The runtime says something that is in no log. */
  say(events) {
    for (const event of events) this.#send(event, 0);
    this.#arrive(false);
  }

  /** Nothing more of the log is played. */
  stop() {
    this.waiting = undefined;
    this.#steps = [];
    this.#total = this.#position;
    this.#arrive(true);
  }

  #send(event, spread = SHUFFLED_BY) {
    const { shuffle, duplicate, delay } = this.network;
    const numbered = { ...event, sequence: ++this.#sequence };
    this.sent.push(numbered);
    const due =
      this.#clock +
      (shuffle ? Math.floor(this.#random() * (spread + 1)) : 0) +
      (delay && this.#sequence % 5 === 0 ? LATE_BY : 0);
    this.#held.push({ due, event: numbered });
    if (duplicate) this.#held.push({ due: due + TWICE_AFTER, event: numbered });
  }

  #arrive(all) {
    this.#clock++;
    const here = this.#held.filter(({ due }) => all || due < this.#clock);
    this.#held = this.#held.filter((held) => !here.includes(held));
    // Those of the same moment in any order, when they are shuffled.
    if (this.network.shuffle) here.sort((a, b) => a.due - b.due || b.event.sequence - a.event.sequence);
    if (here.length > 0) this.deliver(here.map(({ event }) => event));
    this.changed();
  }
}
