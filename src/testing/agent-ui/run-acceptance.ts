import type { ControlReceipt } from '../../agent-ui/events/control-request.js';
import { messageOf } from '../../base/coded-error.js';
import type { JsonObject } from '../../base/json.js';
import { realRuntime, type Runtime } from '../../base/runtime.js';
import { mismatch } from '../pattern.js';
import { AGENT_UI_SCENARIOS } from './scenarios.js';
import type { AgentUiScenario, AgentUiStep, FactPatterns } from './scenario.js';

/** What is under test: a store, an adapter with a store behind it, a whole product. */
export interface AgentUiPeer {
  /** Takes events as the owner would send them: into the store, or through the server that the adapter reads. */
  dispatch(events: readonly JsonObject[]): unknown;
  /** The facts, as plain JSON: lists by name, such as `runs` and `tools`. */
  snapshot(): unknown;
  /** A person asks for something; without this, scenarios of controls are left out. */
  ask?(request: JsonObject & { kind: string }): unknown;
  close?(): unknown;
}

/** Where requests must arrive: the owner's end, which the runner plays. */
export type AcceptanceGateway = (request: JsonObject) => Promise<ControlReceipt>;

/**
 * How the events of a scenario are delivered; `halved` reads the facts in between. All must come to the same facts
 * (M-061).
 */
export type Delivery = 'as-written' | 'doubled' | 'backwards' | 'shuffled' | 'halved';

export interface AcceptanceOptions {
  /** Default: the whole suite. */
  scenarios?: readonly AgentUiScenario[];
  /** Default: `as-written`. In another order only the end counts, and events without a sequence are left out. */
  delivery?: Delivery;
  /** Milliseconds that facts may take to come through. Default 2 000. */
  withinMs?: number;
  runtime?: Runtime;
}

export interface AcceptanceReport {
  passed: number;
  failed: number;
  scenarios: readonly AcceptanceResult[];
}

export interface AcceptanceResult {
  id: string;
  rules: readonly string[];
  title: string;
  passed: boolean;
  /** What was wrong, on failure. */
  fault?: string;
}

const POLL_MS = 5;

/**
 * Checks a store or an adapter, ours or somebody else's, against the acceptance scenarios of Agent UI v0.6. `open` makes
 * a fresh peer for each; every request that a person makes must arrive at the gateway it is given. Never rejects.
 * @example
 * const report = await runAcceptance((gateway) => sessionPeer(gateway));
 * for (const { passed, id, fault } of report.scenarios) if (!passed) console.log(id, fault);
 */
export async function runAcceptance(
  open: (gateway: AcceptanceGateway) => AgentUiPeer | Promise<AgentUiPeer>,
  options: AcceptanceOptions = {},
): Promise<AcceptanceReport> {
  const { scenarios = AGENT_UI_SCENARIOS, delivery = 'as-written' } = options;
  const results: AcceptanceResult[] = [];
  for (const scenario of scenarios) {
    const steps = stepsFor(scenario, delivery);
    if (!steps) continue;
    const { id, rules, title } = scenario;
    const fault = await runScenario(open, steps, options);
    results.push({
      id,
      rules,
      title,
      passed: fault === undefined,
      ...(fault === undefined ? {} : { fault }),
    });
  }
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, scenarios: results };
}

/** The steps in that delivery; `undefined` for a scenario that cannot be delivered so. */
function stepsFor({ steps }: AgentUiScenario, delivery: Delivery): readonly AgentUiStep[] | undefined {
  if (delivery === 'as-written') return steps;
  const events = steps.flatMap((step) => ('events' in step ? step.events : []));
  const last = steps.findLast((step) => !('events' in step || 'ask' in step || 'sent' in step));
  if (!last || events.some((event) => typeof event['sequence'] !== 'number')) return undefined;
  if (delivery === 'halved') {
    const half = events.length >> 1;
    return [{ events: events.slice(0, half) }, {}, { events: events.slice(half) }, last];
  }
  return [{ events: ORDERS[delivery](events) }, last];
}

const ORDERS: Readonly<
  Record<'doubled' | 'backwards' | 'shuffled', (events: readonly JsonObject[]) => readonly JsonObject[]>
> = {
  doubled: (events) => events.flatMap((event) => [event, event]),
  backwards: (events) => [...events].reverse(),
  // The same permutation each time: a failure can be looked at again.
  shuffled: (events) => {
    const place = (event: JsonObject) => (events.indexOf(event) * 7 + 3) % 11;
    return [...events].sort((a, b) => place(a) - place(b));
  },
};

async function runScenario(
  open: (gateway: AcceptanceGateway) => AgentUiPeer | Promise<AgentUiPeer>,
  steps: readonly AgentUiStep[],
  options: AcceptanceOptions,
): Promise<string | undefined> {
  const run = new Run(options.withinMs ?? 2_000, options.runtime ?? realRuntime);
  let peer: AgentUiPeer | undefined;
  let fault: string | undefined;
  try {
    peer = await open((request) => run.receive(request));
    for (const [at, step] of steps.entries()) {
      const found = await run.step(peer, step);
      if (found === undefined) continue;
      fault = `step ${at + 1}: ${found}`;
      break;
    }
  } catch (thrown) {
    fault = `it threw: ${messageOf(thrown)}`;
  }
  try {
    await peer?.close?.();
  } catch (thrown) {
    fault ??= `it could not be closed: ${messageOf(thrown)}`;
  }
  return fault;
}

class Run {
  readonly #sent: JsonObject[] = [];
  #receipt: ControlReceipt = { status: 'accepted' };

  constructor(
    private readonly withinMs: number,
    private readonly runtime: Runtime,
  ) {}

  receive(request: JsonObject): Promise<ControlReceipt> {
    this.#sent.push(request);
    return Promise.resolve(this.#receipt);
  }

  /** What is wrong, in a sentence. */
  async step(peer: AgentUiPeer, step: AgentUiStep): Promise<string | undefined> {
    if ('events' in step) {
      await peer.dispatch(step.events);
      return undefined;
    }
    if ('ask' in step) {
      if (!peer.ask) return undefined;
      this.#receipt = step.receipt ?? { status: 'accepted' };
      const { ask } = peer;
      await Promise.all(Array.from({ length: step.times ?? 1 }, () => ask(step.ask)));
      return undefined;
    }
    if ('sent' in step) return peer.ask ? this.#eventually(() => this.#sentFault(step.sent)) : undefined;
    return this.#eventually(async () => factFault(await peer.snapshot(), step));
  }

  #sentFault(patterns: readonly unknown[]): string | undefined {
    const fault = mismatch(this.#sent, patterns);
    return fault && `of the requests that were sent, ${fault}`;
  }

  /** What holds at once needs no waiting; an adapter may take a moment. */
  async #eventually(
    fault: () => string | undefined | Promise<string | undefined>,
  ): Promise<string | undefined> {
    const end = this.runtime.monotonic() + this.withinMs;
    for (;;) {
      const found = await fault();
      if (found === undefined || this.runtime.monotonic() >= end) return found;
      await new Promise<void>((resolve) => void this.runtime.after(POLL_MS, resolve));
    }
  }
}

function factFault(
  snapshot: unknown,
  { facts = {}, none = {}, count = {}, lacks = [] }: Extract<AgentUiStep, { facts?: FactPatterns }>,
): string | undefined {
  const lists = (typeof snapshot === 'object' && snapshot !== null ? snapshot : {}) as Record<
    string,
    unknown
  >;
  const listOf = (name: string) => (Array.isArray(lists[name]) ? (lists[name] as unknown[]) : []);
  for (const [name, patterns] of Object.entries(facts)) {
    for (const pattern of patterns) {
      const faults = listOf(name).map((record) => mismatch(record, pattern));
      if (!faults.includes(undefined))
        return `${name} has nothing like ${JSON.stringify(pattern)}${closest(faults)}`;
    }
  }
  for (const [name, patterns] of Object.entries(none)) {
    const pattern = patterns.find((each) =>
      listOf(name).some((record) => mismatch(record, each) === undefined),
    );
    if (pattern !== undefined) return `${name} has what it must not have: ${JSON.stringify(pattern)}`;
  }
  for (const [name, wanted] of Object.entries(count)) {
    const { length } = listOf(name);
    if (length !== wanted) return `${name} has ${length} records, not ${wanted}`;
  }
  const text = JSON.stringify(lists);
  const found = lacks.find((each) => text.includes(each));
  return found === undefined ? undefined : `the facts contain "${found}", and must not`;
}

/** What the record that is nearest, because it differs last, does not have. */
function closest(faults: readonly (string | undefined)[]): string {
  return faults.length === 0 ? '; it is empty' : `; the nearest: ${faults.at(-1)}`;
}
