/** What of each surface of the standard is there to be seen, from its view model. */
const SHOWN = {
  composer: ({ queued, steers, context = [] }) => queued.length + steers.length + context.length,
  conversation: ({ turns }) => turns.length,
  inline_process: ({ turns }) => turns.length,
  runtime_status: ({ runId }) => (runId === undefined ? 0 : 1),
  tool_ui: ({ tools }) => tools.length,
  hitl: ({ pending, settled }) => pending.length + settled.length,
  task_capsule: ({ capsules }) => capsules.length,
  artifact_workspace: ({ artifacts }) => artifacts.length,
  timeline_evidence: ({ evidence }) => evidence.length,
  session_tabs: ({ tabs }) => tabs.length,
  diagnostics: ({ diagnostics, metrics }) => diagnostics.length + metrics.length,
  team_roster: ({ members }) => members.length,
  work_board: ({ items }) => items.length,
  delegation_graph: ({ edges }) => edges.length,
  handoff_lane: ({ handoffs }) => handoffs.length,
  worker_notifications: ({ notifications }) => notifications.length,
  review_lane: ({ reviews }) => reviews.length,
  teammate_transcript: ({ transcripts }) => transcripts.filter((each) => each.recentMessages?.length).length,
  background_teammate: ({ jobs }) => jobs.length,
  remote_teammate: ({ remotes }) => remotes.length,
  team_policy: ({ policies }) => policies.length,
};

/** The 21 surfaces of the standard, in its order. */
export const SURFACES = Object.keys(SHOWN);

/** Those for which this session has something to show. */
export function surfacesOf(session) {
  return SURFACES.filter((surface) => SHOWN[surface](session.view(surface).get()) > 0);
}
