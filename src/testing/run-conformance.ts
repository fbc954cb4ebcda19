import { messageOf } from '../base/coded-error.js';
import { isJsonObject } from '../base/json.js';
import { realRuntime, type Runtime } from '../base/runtime.js';
import type { Transport, WireMessage } from '../oui/protocol/transport.js';
import { mismatch, type Pattern } from './pattern.js';
import type { Scenario, Step } from './scenario.js';
import { SCENARIOS } from './scenarios.js';

/** A connection to a fresh peer. */
export interface OpenPeer {
  /** The runner's end. The runner connects it, and disconnects it at the end. */
  transport: Transport;
  /** Ends the peer and whatever was made for it. */
  close?(): unknown;
}

export interface ConformanceOptions {
  /** Which end is under test. */
  side: Scenario['side'];
  /** Default: the whole suite for that side. */
  scenarios?: readonly Scenario[];
  /** How many cases run at once, each with a peer of its own. Default 1. */
  concurrency?: number;
  /** Multiplies every bound of time, for slow machines. Default 1. */
  slack?: number;
  runtime?: Runtime;
}

export interface ScenarioReport {
  id: string;
  rules: readonly string[];
  title: string;
  passed: boolean;
  /** What was wrong, on failure. */
  fault?: string;
  /** Everything that the peer sent, in order. */
  received: readonly unknown[];
}

export interface ConformanceReport {
  side: Scenario['side'];
  passed: number;
  failed: number;
  scenarios: readonly ScenarioReport[];
}

/**
 * Checks somebody's page or agent against the rules of OUI that can be seen on the wire. `open` makes a fresh peer
 * for each scenario: a page as `conformancePage` makes one, or an agent as `conformanceAgent` does. Never rejects.
 * @example
 * const report = await runConformance(async () => ({ transport: await connectionToMyPage() }), { side: 'page' });
 * for (const { passed, id, fault } of report.scenarios) if (!passed) console.log(id, fault);
 */
export async function runConformance(
  open: () => OpenPeer | Promise<OpenPeer>,
  { side, scenarios = SCENARIOS, concurrency = 1, slack = 1, runtime = realRuntime }: ConformanceOptions,
): Promise<ConformanceReport> {
  const cases = scenarios.filter((scenario) => scenario.side === side);
  const reports: ScenarioReport[] = [];
  let next = 0;
  const work = async () => {
    while (next < cases.length) {
      const at = next++;
      reports[at] = await runScenario(open, cases[at]!, slack, runtime);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  const passed = reports.filter((report) => report.passed).length;
  return { side, passed, failed: reports.length - passed, scenarios: reports };
}

async function runScenario(
  open: () => OpenPeer | Promise<OpenPeer>,
  { id, rules, title, steps }: Scenario,
  slack: number,
  runtime: Runtime,
): Promise<ScenarioReport> {
  let peer: OpenPeer | undefined;
  let run: Run | undefined;
  let fault: string | undefined;
  try {
    peer = await open();
    run = new Run(peer.transport, slack, runtime);
    await peer.transport.connect();
    for (const [i, step] of steps.entries()) {
      const found = await run.step(step);
      if (found === undefined) continue;
      fault = `step ${i + 1}: ${found}`;
      break;
    }
  } catch (thrown) {
    fault = `the peer could not be reached: ${messageOf(thrown)}`;
  }
  run?.end();
  try {
    peer?.transport.disconnect();
    await peer?.close?.();
  } catch (thrown) {
    fault ??= `the peer could not be closed: ${messageOf(thrown)}`;
  }
  const passed = fault === undefined;
  return { id, rules, title, passed, ...(passed ? {} : { fault }), received: run?.received ?? [] };
}

/** One scenario under way. */
class Run {
  readonly received: unknown[] = [];
  readonly #transport: Transport;
  readonly #slack: number;
  readonly #runtime: Runtime;
  readonly #taken = new Set<number>();
  /** Where in `received` the named messages are. */
  readonly #named = new Map<string, number>();
  readonly #stop: () => void;
  #arrived = () => {};

  constructor(transport: Transport, slack: number, runtime: Runtime) {
    this.#transport = transport;
    this.#slack = slack;
    this.#runtime = runtime;
    this.#stop = transport.onEvent((message) => {
      this.received.push(message);
      this.#arrived();
    });
  }

  /** What is wrong, in a sentence. */
  async step(step: Step): Promise<string | undefined> {
    if ('send' in step) {
      for (let n = 1; n <= (step.times ?? 1); n++) {
        this.#send(this.#filled(step.send, String(n)));
      }
      return undefined;
    }
    if ('expect' in step) return this.#expect(step);
    await this.#pause(step.forMs);
    const pattern = this.#filled(step.count);
    const count = this.received.filter((message) => mismatch(message, pattern) === undefined).length;
    const { min = 0, max = Infinity } = step;
    if (count >= min && count <= max) return undefined;
    return `${count} messages matched ${JSON.stringify(pattern)}; at least ${min} and at most ${max} should`;
  }

  end(): void {
    this.#stop();
  }

  /** A transport may refuse what is no message at all: then the peer is spared it. */
  #send(message: unknown): void {
    try {
      void this.#transport.send(message as WireMessage);
    } catch {
      // As good as sent and ignored.
    }
  }

  async #expect({
    expect,
    withinMs,
    as,
    after,
  }: Extract<Step, { expect: Pattern }>): Promise<string | undefined> {
    const pattern = this.#filled(expect);
    const from = after === undefined ? 0 : this.#named.get(after)! + 1;
    let late = false;
    const cancel = this.#runtime.after(withinMs * this.#slack, () => {
      late = true;
      this.#arrived();
    });
    for (;;) {
      const at = this.received.findIndex(
        (message, i) => i >= from && !this.#taken.has(i) && mismatch(message, pattern) === undefined,
      );
      if (at >= 0) {
        cancel();
        this.#taken.add(at);
        if (as !== undefined) this.#named.set(as, at);
        return undefined;
      }
      if (late)
        return `nothing that matches ${JSON.stringify(pattern)} came within ${withinMs} ms${this.#closest(pattern)}`;
      await new Promise<void>((resolve) => (this.#arrived = resolve));
    }
  }

  /** What was wrong with the last message of the wanted type. */
  #closest(pattern: Pattern): string {
    const type = isJsonObject(pattern) ? pattern['type'] : undefined;
    const last = this.received.findLast((message) => isJsonObject(message) && message['type'] === type);
    return last === undefined
      ? ''
      : `; of the last ${String(type)}, ${mismatch(last, pattern) ?? 'taken before'}`;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#runtime.after(ms * this.#slack, resolve));
  }

  /** With the references filled in. */
  #filled(value: unknown, n = ''): unknown {
    if (typeof value === 'string') return this.#resolved(value, n);
    if (Array.isArray(value)) return value.map((item) => this.#filled(item, n));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#filled(item, n)]));
  }

  #resolved(text: string, n: string): unknown {
    if (text === '$now') return this.#runtime.now();
    const [, name = '', pointer = ''] = /^\$([a-z]+)(\/.*)$/.exec(text) ?? [];
    const at = this.#named.get(name);
    if (at === undefined) return text.replaceAll('$n', n);
    const steps = pointer.slice(1).split('/');
    return steps.reduce<unknown>(
      (part, key) =>
        isJsonObject(part) || Array.isArray(part) ? (part as Record<string, unknown>)[key] : undefined,
      this.received[at],
    );
  }
}
