import { AgentSession, type AgentUiEvent, type SurfaceViews } from 'oui-elements/agent-ui';
import { FakeRuntime } from '../fake-runtime.js';
import { median, sinceMs, times, type Report } from './measure.js';
import { WORKLOADS } from './steps.js';
import { native } from './wires.js';

const DELTAS = 1_000;
const ROUNDS = 9;
const [EARLY, LATE] = [10, 5_000];

const SURFACES: readonly (keyof SurfaceViews)[] = [
  ...(['composer', 'conversation', 'inline_process', 'runtime_status', 'tool_ui', 'hitl'] as const),
  ...(['task_capsule', 'artifact_workspace', 'timeline_evidence', 'session_tabs', 'diagnostics'] as const),
  ...(['team_roster', 'work_board', 'delegation_graph', 'handoff_lane', 'worker_notifications'] as const),
  ...(['review_lane', 'teammate_transcript', 'background_teammate', 'remote_teammate'] as const),
  'team_policy',
];

const event = (turn: number, type: string, payload: object, messageId?: string): AgentUiEvent => ({
  type,
  sessionId: 's',
  threadId: 't',
  runId: `r${turn}`,
  messageId,
  payload,
});

/** A session that has come to this turn, whose answer is about to be streamed. */
function sessionAt(turns: number): AgentSession {
  const session = new AgentSession(undefined, { sessionId: 's', runtime: new FakeRuntime() });
  for (let turn = 1; turn <= turns; turn++) {
    session.dispatch([
      event(turn, 'run.started', { userMessage: { id: `u${turn}`, text: `Question ${turn}` } }),
      event(turn, 'text.delta', { delta: `Answer ${turn}` }, `m${turn}`),
    ]);
    if (turn < turns)
      session.dispatch([
        event(turn, 'text.final', { text: `Answer ${turn}` }, `m${turn}`),
        event(turn, 'run.finished', { outcome: 'success' }),
      ]);
  }
  return session;
}

/** Microseconds of one read of a view after each of many deltas. */
function readMicros(turns: number, surface: keyof SurfaceViews): number {
  const session = sessionAt(turns);
  const view = session.view(surface);
  view.get();
  const delta = event(turns, 'text.delta', { delta: 'word ' }, `m${turns}`);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let i = 0; i < DELTAS; i++) {
      session.dispatch(delta);
      view.get();
    }
    return (sinceMs(before) * 1000) / DELTAS;
  });
  void session.close();
  return median(rounds);
}

/** What a frame costs: a view read after each delta, early and late in a session. */
export function benchViews(report: Report): void {
  report.heading(`A delta, and a view read after it: at turn ${EARLY} and at turn ${LATE}`);
  readMicros(EARLY, 'conversation');
  for (const surface of SURFACES) {
    const [early, late] = [readMicros(EARLY, surface), readMicros(LATE, surface)];
    const strict = surface === 'conversation';
    const ratio = late / early;
    report.line(
      `${surface}: ${early.toFixed(1)} µs, ${late.toFixed(1)} µs`,
      times(ratio),
      strict ? 'the same (under 2×)' : '',
      strict ? ratio < 2 : undefined,
    );
  }
}

/** 10,000 updates between two frames: one frame is asked for, and each view that changed is told once. */
export async function benchFrame(report: Report): Promise<void> {
  const updates = 10_000;
  report.heading(`${updates.toLocaleString('en-US')} updates between two frames`);
  const runtime = new FakeRuntime();
  let frames = 0;
  runtime.frame = (callback) => {
    frames++;
    return runtime.after(16, callback);
  };
  const session = new AgentSession(undefined, { sessionId: 's', runtime });
  const told = new Map<string, number>();
  for (const surface of SURFACES)
    session.view(surface).subscribe(() => told.set(surface, (told.get(surface) ?? 0) + 1));
  const { steps } = WORKLOADS.find((workload) => workload.native)!;
  for (const update of Array.from(native(steps(updates))).slice(0, updates)) session.dispatch(update);
  const early = told.size;
  await runtime.advance(16);
  const most = Math.max(...told.values());
  report.line('frames asked for', String(frames), '1', frames === 1);
  report.line('views told before the frame', String(early), '0', early === 0);
  report.line(`of ${told.size} views that changed, the most often told`, `${most} time(s)`, '1', most === 1);
  void session.close();
}
