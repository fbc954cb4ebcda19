import { AgentSession } from '../../cdn/oui-elements.js';
import { SCENARIOS } from './logs/index.js';
import { Player } from './player.js';
import { MANNERS, RecordedRuntime } from './recorded-runtime.js';
import { SURFACES, surfacesOf } from './surfaces.js';

/** How long a step is looked at, in milliseconds; pieces of a text follow each other faster. */
const STEP_MS = 700;
const PIECE_MS = 70;
/** Of each frame at most so much is taken for playing at once, in milliseconds. */
const SLICE_MS = 8;
/** How many of what was sent are listed. */
const LISTED = 200;

const by = (id) => document.getElementById(id);
const choice = by('choice');
const network = by('network');
const runtimeForm = by('runtime');

let scenario;
let player;
let runtime;
let session;
let timer;
let frame;
let playing = false;
let listed = 0;

for (const { id, title } of SCENARIOS) choice.elements.scenario.append(new Option(title, id));
for (const manner of MANNERS) runtimeForm.elements.manner.append(new Option(manner, manner));
for (const [name, value] of new URLSearchParams(location.search))
  if (choice.elements[name]?.type === 'checkbox') choice.elements[name].checked = true;
  else if (choice.elements[name]) choice.elements[name].value = value;

function look() {
  const { lang, scheme, dir, layout, diagnostics } = choice.elements;
  const root = document.documentElement;
  root.lang = lang.value;
  root.dir = dir.value;
  root.dataset.scheme = scheme.value;
  const workbench = by('stage').firstElementChild;
  if (workbench) {
    workbench.layout = layout.value || scenario.layout || 'full';
    workbench.diagnostics = diagnostics.checked || scenario.diagnostics === true;
  }
  history.replaceState(null, '', `?${new URLSearchParams(new FormData(choice))}`);
}

function settings() {
  for (const name of Object.keys(player.network)) player.network[name] = network.elements[name].checked;
  runtime.manner = runtimeForm.elements.manner.value;
  runtime.latencyMs = Number(runtimeForm.elements.latency.value);
}

async function begin() {
  pause();
  const last = session;
  scenario = SCENARIOS.find(({ id }) => id === choice.elements.scenario.value);
  runtime = new RecordedRuntime(scenario);
  player = runtime.player = new Player(scenario, runtime.deliver);
  player.changed = showSoon;
  settings();
  session = new AgentSession(runtime, { sessionId: scenario.id });
  const workbench = document.createElement('agent-workbench');
  workbench.session = session;
  by('stage').replaceChildren(workbench);
  by('about').textContent = scenario.about;
  by('events').replaceChildren();
  listed = 0;
  look();
  await last?.close();
  await workbench.updateComplete;
  show();
  document.body.dataset.shown = scenario.id;
}

function pause() {
  playing = false;
  clearTimeout(timer);
  by('play').textContent = 'Play';
}

function play() {
  playing = true;
  by('play').textContent = 'Pause';
  next();
}

function next() {
  if (!playing) return;
  const speed = Number(by('speed').value);
  // Without a pause between them they still come one by one, as many as a part of a frame takes.
  const until = performance.now() + (speed === 0 ? SLICE_MS : 0);
  while (step() && performance.now() < until);
  if (player.ended) return pause();
  const piece = player.next?.type?.endsWith('.delta');
  timer = setTimeout(next, speed === 0 ? 0 : (piece ? PIECE_MS : STEP_MS) / speed);
}

function step() {
  const made = player.step();
  if (player.waiting && runtimeForm.elements.decide.checked) decide();
  return made;
}

/** For whoever only wants to watch: through the session, as a person's click goes. */
function decide() {
  const { until, answers } = player.waiting;
  void session.respond(until, Object.keys(answers)[0]);
}

/** Once a frame, however much happens in it. */
function showSoon() {
  frame ??= requestAnimationFrame(show);
}

function show() {
  cancelAnimationFrame(frame);
  frame = undefined;
  const { position, total, waiting, ended } = player;
  by('progress').max = total;
  by('progress').value = position;
  by('place').textContent = waiting
    ? 'waits for your answer'
    : ended
      ? `the end: ${position} steps`
      : `${position} of ${total}`;
  document.body.dataset.place = waiting ? 'waiting' : ended ? 'end' : 'playing';
  list();
  cover();
  by('same').textContent = '';
  delete by('same').dataset.same;
  if (ended) compare();
}

function list() {
  const { sent } = player;
  by('sent').textContent = String(sent.length);
  if (!by('log').open) return;
  for (listed = Math.max(listed, sent.length - LISTED); listed < sent.length; listed++) {
    const line = document.createElement('li');
    const text = document.createElement('pre');
    text.textContent = JSON.stringify(sent[listed]);
    line.append(text);
    by('events').append(line);
  }
  while (by('events').children.length > LISTED) by('events').firstElementChild.remove();
  by('events').lastElementChild?.scrollIntoView({ block: 'nearest' });
}

function cover() {
  if (!by('coverage').open) return;
  const classes = [...new Set(player.sent.map(({ type }) => type))].sort();
  by('classes').textContent = `${classes.length} classes: ${classes.join(', ')}`;
  const seen = surfacesOf(session);
  by('surfaces').replaceChildren(
    ...SURFACES.flatMap((surface) => {
      const word = document.createElement('span');
      word.className = seen.includes(surface) ? 'seen' : 'unseen';
      word.textContent = surface;
      return [word, ' '];
    }),
  );
}

/** Whatever the network did: the session has come to what an undisturbed one comes to. */
function compare() {
  const undisturbed = new AgentSession();
  undisturbed.dispatch(player.sent);
  // When something came late it is noted, and how long things took is measured: no facts of the log.
  const facts = (of) => JSON.stringify({ ...of.snapshot(), diagnostics: [], metrics: [] }, sortedKeys);
  const same = facts(session) === facts(undisturbed);
  by('same').dataset.same = String(same);
  by('same').textContent = same ? 'The same facts as in order' : 'Other facts than in order';
}

/** Of two records that say the same, one may have got its facts in another order. */
function sortedKeys(_key, value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

choice.addEventListener('input', (event) => void (event.target.name === 'scenario' ? begin() : look()));
for (const form of [network, runtimeForm]) form.addEventListener('input', settings);
by('play').addEventListener('click', () => (playing ? pause() : play()));
by('step').addEventListener('click', () => {
  pause();
  step();
});
by('reset').addEventListener('click', () => void begin());
by('log').addEventListener('toggle', list);
by('coverage').addEventListener('toggle', cover);

await begin();
