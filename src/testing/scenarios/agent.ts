import { lab } from '../lab.js';
import type { Scenario, Step } from '../scenario.js';
import { todoApp } from '../todo-app.js';

const SOON = 5_000;
const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';

const send = (type: string, payload: Record<string, unknown>, times?: number): Step => ({
  send: { type, payload: { timestamp: '$now', ...payload } },
  ...(times === undefined ? {} : { times }),
});

const register = (surface: unknown): Step => send('surface:register', { surface });

const command = (id: string, content: Record<string, unknown>, times?: number): Step => ({
  send: { type: 'x-conformance', payload: { id, ...content } },
  ...(times === undefined ? {} : { times }),
});

const invoke = (
  id: string,
  actionId: string,
  params: unknown = {},
  more: Record<string, unknown> = {},
): Step => command(id, { command: 'invoke', surfaceId: 'lab', actionId, params, ...more });

const answer = (id: string, content: Record<string, unknown>, withinMs = SOON): Step => ({
  expect: { type: 'x-conformance', payload: { id, ...content } },
  withinMs,
});

const ended = (id: string, result: Record<string, unknown>): Step => answer(id, { result });
const failed = (id: string, code: string): Step =>
  ended(id, { success: false, error: { code, message: { $is: 'string' } } });

const requested = (as: string, actionId: string, more: Record<string, unknown> = {}): Step => ({
  expect: {
    type: 'action:request',
    payload: { requestId: { $is: 'string' }, surfaceId: 'lab', actionId, ...more },
  },
  withinMs: SOON,
  as,
});

const reply = (to: string, fields: Record<string, unknown> = { success: true, data: 'done' }): Step =>
  send('action:result', { requestId: `$${to}/payload/requestId`, durationMs: 1, ...fields });

const requests = (min: number, max: number, forMs: number, fields: Record<string, unknown> = {}): Step => ({
  count: { type: 'action:request', payload: fields },
  forMs,
  min,
  max,
});

const scenario = (id: string, rules: string, title: string, ...steps: Step[]): Scenario => ({
  id: `agent-${id}`,
  side: 'agent',
  rules: rules.split(' '),
  title,
  steps,
});

/** What must be so for an agent. Plain JSON; `conformanceAgent` says what it obeys. */
export const AGENT_SCENARIOS: readonly Scenario[] = [
  scenario(
    'offer',
    'OUI-R1',
    'active surfaces’ actions are offered as tools with description and input; deregistered ones are not',
    register(todoApp),
    register(lab),
    command('t-1', { command: 'tools' }),
    answer('t-1', {
      tools: {
        $has: {
          surfaceId: 'todo-app',
          actionId: 'add_todo',
          name: { $is: 'string' },
          description: { $matches: 'Adds an item' },
          inputSchema: { properties: { title: { type: 'string' } } },
        },
      },
    }),
    send('surface:deregister', { surfaceId: 'todo-app' }),
    command('t-2', { command: 'tools' }),
    answer('t-2', { tools: { $lacks: { surfaceId: 'todo-app' } } }),
    command('t-3', { command: 'tools' }),
    answer('t-3', { tools: { $has: { surfaceId: 'lab', actionId: 'echo' } } }),
  ),
  scenario(
    'check-first',
    'OUI-R2',
    'params that break the input are refused, and no request is sent',
    register(lab),
    invoke('i-1', 'echo', { text: 7 }),
    failed('i-1', 'VALIDATION_ERROR'),
    requests(0, 0, 100),
  ),
  scenario(
    'request',
    'OUI-R3 OUI-R4',
    'a request has an id of its own, a UUID, and its result is the one with that id',
    register({ ...lab, concurrency: 2 }),
    invoke('i-1', 'echo', { text: 'one' }),
    invoke('i-2', 'echo', { text: 'two' }),
    requested('a', 'echo', {
      params: { text: 'one' },
      requestId: { $matches: UUID },
      timestamp: { $is: 'number' },
    }),
    // An agent that does not know `concurrency` sends the second when the first is done.
    reply('a', { success: true, data: 'first' }),
    requested('b', 'echo', { params: { text: 'two' }, requestId: { $matches: UUID } }),
    send('action:result', { requestId: 'nobody', success: true, data: 'stray' }),
    reply('b', { success: true, data: 'second' }),
    ended('i-1', { success: true, data: 'first' }),
    ended('i-2', { success: true, data: 'second' }),
  ),
  scenario(
    'late',
    'OUI-R4',
    'a second result of one request is dropped',
    register(lab),
    invoke('i-1', 'echo', { text: 'one' }),
    requested('a', 'echo'),
    reply('a', { success: true, data: 'first' }),
    reply('a', { success: true, data: 'again' }),
    ended('i-1', { success: true, data: 'first' }),
    {
      count: { type: 'x-conformance', payload: { id: 'i-1', result: { $is: 'object' } } },
      forMs: 150,
      min: 1,
      max: 1,
    },
  ),
  scenario(
    'confirm',
    'OUI-R5',
    'what needs a confirmation is asked for; a no and nobody to ask are ACTION_DENIED, and nothing is sent',
    register(lab),
    invoke('i-1', 'erase'),
    failed('i-1', 'ACTION_DENIED'),
    invoke('i-2', 'erase', {}, { confirm: false }),
    failed('i-2', 'ACTION_DENIED'),
    requests(0, 0, 100),
    invoke('i-3', 'erase', {}, { confirm: true }),
    requested('a', 'erase'),
    reply('a'),
    ended('i-3', { success: true }),
  ),
  scenario(
    'time-limit',
    'OUI-R6 OUI-R4',
    'a request without a result is TIMEOUT; it is not sent again, and a late result is dropped',
    register(lab),
    invoke('i-1', 'echo', { text: 'slow' }),
    requested('a', 'echo'),
    failed('i-1', 'TIMEOUT'),
    reply('a'),
    requests(1, 1, 700),
    { count: { type: 'x-conformance', payload: { id: 'i-1' } }, forMs: 0, max: 1 },
  ),
  scenario(
    'ack-limit',
    'OUI-R6 OUI-S11',
    'an async action must be acknowledged in time, and then has no limit',
    register(lab),
    invoke('i-1', 'job'),
    requested('a', 'job'),
    failed('i-1', 'TIMEOUT'),
    invoke('i-2', 'job'),
    requested('b', 'job'),
    reply('b', { success: true, interim: true, data: { jobId: 'j' } }),
    answer('i-2', { interim: { interim: true, data: { jobId: 'j' } } }),
    {
      count: { type: 'x-conformance', payload: { id: 'i-2', result: { $is: 'object' } } },
      forMs: 900,
      max: 0,
    },
    reply('b', { success: true, interim: false, data: { done: true } }),
    ended('i-2', { success: true, data: { done: true } }),
  ),
  scenario(
    'gone',
    'OUI-R7',
    'deregistration resolves every pending request of the surface with SURFACE_UNAVAILABLE',
    register(lab),
    send('observation:update', { surfaceId: 'lab', observationId: 'count', value: 3 }),
    invoke('i-1', 'echo', { text: 'lost' }),
    invoke('i-2', 'echo', { text: 'waiting' }),
    requested('a', 'echo'),
    send('surface:deregister', { surfaceId: 'lab' }),
    failed('i-1', 'SURFACE_UNAVAILABLE'),
    failed('i-2', 'SURFACE_UNAVAILABLE'),
    invoke('i-3', 'echo', { text: 'after' }),
    failed('i-3', 'SURFACE_UNAVAILABLE'),
    command('o-1', { command: 'observations' }),
    answer('o-1', { observations: { lab: { $is: 'absent' } } }),
  ),
  scenario(
    'latest',
    'OUI-R8',
    'of two updates the one with the later timestamp wins, whatever their order',
    register(lab),
    send('observation:update', { surfaceId: 'lab', observationId: 'count', value: 2, timestamp: 2_000 }),
    send('observation:update', { surfaceId: 'lab', observationId: 'count', value: 1, timestamp: 1_000 }),
    command('o-1', { command: 'observations' }),
    answer('o-1', { observations: { lab: { count: 2 } } }),
    send('observation:update', { surfaceId: 'lab', observationId: 'count', value: null, timestamp: 3_000 }),
    command('o-2', { command: 'observations' }),
    answer('o-2', { observations: { lab: { count: null } } }),
  ),
  scenario(
    'observe',
    'OUI-S16 OUI-R6',
    'an observation is asked for, and the answer is an update; without one it is TIMEOUT',
    register(lab),
    command('o-1', { command: 'observe', surfaceId: 'lab', observationId: 'polled' }),
    {
      expect: {
        type: 'observation:request',
        payload: { surfaceId: 'lab', observationId: 'polled', requestId: { $is: 'string' } },
      },
      withinMs: SOON,
    },
    send('observation:update', { surfaceId: 'lab', observationId: 'polled', value: 7 }),
    answer('o-1', { value: 7 }),
    command('o-2', { command: 'observe', surfaceId: 'lab', observationId: 'polled' }),
    answer('o-2', { error: 'TIMEOUT' }),
  ),
  scenario(
    'one-at-a-time',
    'OUI-R9',
    'one request at a time for each surface',
    register(lab),
    invoke('i-1', 'echo', { text: 'one' }),
    invoke('i-2', 'echo', { text: 'two' }),
    requested('a', 'echo', { params: { text: 'one' } }),
    requests(1, 1, 100),
    reply('a'),
    requested('b', 'echo', { params: { text: 'two' } }),
    reply('b'),
    ended('i-2', { success: true }),
  ),
  scenario(
    'result-state',
    'OUI-R11',
    'surfaces and observations of a result replace what was believed',
    register(lab),
    register(todoApp),
    send('observation:update', { surfaceId: 'lab', observationId: 'count', value: 1, timestamp: 1_000 }),
    invoke('i-1', 'echo', { text: 'x' }),
    requested('a', 'echo'),
    reply('a', { success: true, surfaces: [lab], observations: { lab: { count: 9 } }, settled: true }),
    ended('i-1', { success: true }),
    command('t-1', { command: 'tools' }),
    answer('t-1', { tools: { $lacks: { surfaceId: 'todo-app' } } }),
    command('o-1', { command: 'observations' }),
    answer('o-1', { observations: { lab: { count: 9 } } }),
  ),
  scenario(
    'rate',
    'OUI-R13',
    'a model in a loop cannot hammer a page: beyond the limit nothing is sent',
    register({ ...lab, concurrency: 60 }),
    command('i-$n', { command: 'invoke', surfaceId: 'lab', actionId: 'echo', params: { text: '$n' } }, 60),
    failed('i-60', 'RATE_LIMITED'),
    requests(1, 59, 300),
  ),
  scenario(
    'malformed',
    'OUI-T2 OUI-T3',
    'malformed messages and unknown types are ignored, and the connection lives',
    ...[
      null,
      7,
      'text',
      [],
      {},
      { type: 'surface:register' },
      { type: 'surface:register', payload: { surface: null } },
      { type: 'surface:register', payload: { surface: { name: 'no id' } } },
      { type: 'observation:update', payload: {} },
      { type: 'action:result', payload: { requestId: 'x' } },
      { type: 'surface:deregister', payload: {} },
      { type: 'surface:dance', payload: {} },
    ].map((message): Step => ({ send: message })),
    register(lab),
    invoke('i-1', 'echo', { text: 'alive' }),
    requested('a', 'echo'),
    reply('a'),
    ended('i-1', { success: true }),
  ),
  scenario(
    'tolerant',
    'OUI-E11 OUI-S10',
    'a page with other ids, unknown fields, missing fields and older codes is understood',
    register({
      id: 'Old.Surface 1',
      shape: 'round',
      actions: [{ id: 'do-it', description: 'Does it.', colour: 'red' }],
    }),
    command('i-1', { command: 'invoke', surfaceId: 'Old.Surface 1', actionId: 'do-it', params: {} }),
    {
      expect: { type: 'action:request', payload: { surfaceId: 'Old.Surface 1', actionId: 'do-it' } },
      withinMs: SOON,
      as: 'a',
    },
    reply('a', { success: false, error: { code: 'SURFACE_NOT_MOUNTED', message: 'gone' } }),
    failed('i-1', 'SURFACE_UNAVAILABLE'),
    command('i-2', { command: 'invoke', surfaceId: 'Old.Surface 1', actionId: 'do-it', params: {} }),
    { expect: { type: 'action:request', payload: { actionId: 'do-it' } }, withinMs: SOON, as: 'b' },
    reply('b', { success: false, error: { code: 'app:own', message: 'mine' } }),
    failed('i-2', 'app:own'),
  ),
  scenario(
    'hostile-manifest',
    'OUI-T2',
    'names that reach a prototype are plain data, or nothing',
    register(JSON.parse('{"id":"__proto__","actions":[{"id":"polluted","description":"x"}]}')),
    register(JSON.parse('{"id":"constructor","actions":[{"id":"__proto__","description":"x"}]}')),
    register(lab),
    command('t-1', { command: 'tools' }),
    answer('t-1', { tools: { $lacks: { actionId: { $matches: '^(?:polluted|__proto__)$' } } } }),
    invoke('i-1', 'echo', { text: 'alive' }),
    requested('a', 'echo'),
    reply('a'),
    ended('i-1', { success: true }),
  ),
];
