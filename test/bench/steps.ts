/** What an agent does, in no protocol's words: each is one event on every wire, so that all are fed the same. */
export type Step =
  | { do: 'begin'; message: string; agent?: string }
  | { do: 'end'; message: string; text: string; agent?: string }
  | { do: 'text'; message: string; delta: string; agent?: string }
  | { do: 'think'; part: string; delta: string; agent?: string }
  | { do: 'call'; call: string; agent?: string }
  | { do: 'args'; call: string; delta: string; agent?: string }
  | { do: 'ready'; call: string; input: object; agent?: string }
  | { do: 'result'; call: string; agent?: string }
  | { do: 'row'; row: object }
  | { do: 'run' | 'ran'; run: string; agent: string }
  | { do: 'task'; task: string; status: string; title: string; agent: string };

export interface Workload {
  name: string;
  /** What `n` counts. */
  unit: string;
  n: number;
  steps: (n: number) => Iterable<Step>;
  /** Sizes of the peers, in parts of `n`: the last takes each a few seconds. `full` takes minutes. */
  peers: readonly number[];
  full: readonly number[];
  /** Messages that are there before, by size; then only the answer is measured. */
  history?: (n: number) => number;
  /** Only for the team: events come in the standard's own words, as AG-UI has none for it. */
  native?: boolean;
}

const word = (i: number) => `w${i % 1000} `;

function* answer(deltas: number, message: string, agent?: string): Iterable<Step> {
  yield { do: 'begin', message, agent };
  let text = '';
  for (let i = 0; i < deltas; i++) {
    const delta = word(i);
    text += delta;
    yield { do: 'text', message, delta, agent };
  }
  yield { do: 'end', message, text, agent };
}

function* toolCall(call: string, chunks: number, agent?: string): Iterable<Step> {
  const items = Array.from({ length: chunks - 2 }, (_, i) => i);
  yield { do: 'call', call, agent };
  yield { do: 'args', call, delta: '{"items":[0', agent };
  for (const item of items) yield { do: 'args', call, delta: `,${item}`, agent };
  yield { do: 'args', call, delta: ']}', agent };
  yield { do: 'ready', call, input: { items: [0, ...items] }, agent };
  yield { do: 'result', call, agent };
}

function* thought(part: string, deltas: number, agent: string): Iterable<Step> {
  for (let i = 0; i < deltas; i++) yield { do: 'think', part, delta: word(i), agent };
}

const TEAM = 20;

/** One piece of work of one agent, as a run of its own: it thinks, calls, answers, and its task moves. 32 events. */
function* work(agent: string, piece: number): Iterable<Step> {
  const [task, title, run] = [`${agent}-t${piece}`, `Piece ${piece} of ${agent}`, `${agent}-${piece}`];
  yield { do: 'run', run, agent };
  yield { do: 'task', task, title, status: 'running', agent };
  yield* thought(`${agent}-r${piece}`, 4, agent);
  yield* toolCall(`${agent}-c${piece}`, 7, agent);
  yield* answer(12, `${agent}-m${piece}`, agent);
  yield { do: 'task', task, title, status: 'completed', agent };
  yield { do: 'ran', run, agent };
}

/** So many events of a team whose members all talk at once, in whole pieces of work. */
function* team(events: number): Iterable<Step> {
  for (let piece = 0; piece * TEAM * 32 < events; piece++) {
    let doing = Array.from({ length: TEAM }, (_, i) => work(`agent-${i}`, piece)[Symbol.iterator]());
    while (doing.length > 0) {
      const said = doing.map((one) => one.next() as IteratorResult<Step, undefined>);
      for (const { value } of said) if (value) yield value;
      doing = doing.filter((_, i) => !said[i].done);
    }
  }
}

export const WORKLOADS: readonly Workload[] = [
  {
    name: 'text deltas into one message',
    unit: 'deltas',
    n: 10_000,
    steps: (n) => answer(n, 'm'),
    peers: [1, 2],
    full: [1, 2, 4],
  },
  {
    name: 'tool calls of 20 argument chunks',
    unit: 'calls',
    n: 500,
    *steps(n) {
      for (let i = 0; i < n; i++) yield* toolCall(`c${i}`, 20);
    },
    peers: [1 / 4, 1 / 2],
    full: [1 / 4, 1 / 2, 1, 2, 4],
  },
  {
    name: 'messages of 10 deltas',
    unit: 'messages',
    n: 2_000,
    *steps(n) {
      for (let i = 0; i < n; i++) yield* answer(10, `m${i}`);
    },
    peers: [1 / 8, 1 / 4],
    full: [1 / 4, 1 / 2, 1, 2, 4],
  },
  {
    name: 'state patches that append a row',
    unit: 'patches',
    n: 2_000,
    *steps(n) {
      for (let id = 0; id < n; id++)
        yield { do: 'row', row: { id, title: `Row ${id}`, done: id % 2 === 0, owner: 'ada' } };
    },
    peers: [1 / 4, 1 / 2],
    full: [1 / 4, 1 / 2, 1, 2, 4],
  },
  {
    name: 'a reply of 500 deltas on a history',
    unit: 'messages',
    n: 1_000,
    steps: () => answer(500, 'm'),
    history: (n) => n,
    peers: [1, 2, 4],
    full: [1, 2, 4],
  },
  {
    name: 'mixed events of a team of 20',
    unit: 'events',
    n: 25_600,
    steps: team,
    native: true,
    peers: [1 / 20, 1 / 10],
    full: [1 / 10, 1 / 5, 2 / 5, 4 / 5],
  },
];

/** What must have arrived, so that nobody is fast by doing nothing. */
export interface Content {
  chars: number;
  results: number;
  rows: number;
}

export function contentOf(steps: Iterable<Step>): Content {
  const content: Content = { chars: 0, results: 0, rows: 0 };
  for (const step of steps) {
    if (step.do === 'text') content.chars += step.delta.length;
    else if (step.do === 'result') content.results++;
    else if (step.do === 'row') content.rows++;
  }
  return content;
}

export const words = (i: number) => Array.from({ length: 8 }, (_, j) => word(i * 8 + j)).join('');
