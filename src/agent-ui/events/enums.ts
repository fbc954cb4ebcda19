/**
 * Agent UI v0.6 §1.2, exact. A value outside its list is legal input: it is kept raw, shown as `unknown` and
 * told once as the diagnostic `enum.unrecognised`. The lists are texts because every page loads them.
 */
const LISTS = {
  owner:
    'runtime model tool action artifact evidence context policy task agent team session diagnostics ui_projection unknown',
  scope:
    'application workspace team session thread run turn message part task agent tool_call action_request artifact evidence unknown',
  phase:
    'draft submitted accepted routing preparing planning reasoning acting waiting reviewing producing reconciling completed failed cancelled interrupted archived hydrating unknown',
  surface:
    'composer conversation inline_process runtime_status tool_ui hitl task_capsule artifact_workspace timeline_evidence session_tabs diagnostics team_roster work_board delegation_graph handoff_lane worker_notifications review_lane teammate_transcript background_teammate remote_teammate team_policy custom unknown',
  persistence:
    'ephemeral_live transcript snapshot archive artifact_store evidence_pack diagnostics_log ui_local unknown',
  control:
    'send queue steer interrupt delegate assign continue_agent wait stop close request_review approve reject answer edit retry rollback export open_detail none unknown',
  topology:
    'solo_run coordinator_team parallel_workers specialist_handoff review_team human_agent_board background_teammate remote_teammate unknown',
  runtimeEntity: 'agent_turn subagent_turn automation_job external_task work_item unknown',
  runtimeStatus:
    'idle queued submitted accepted preparing running waiting needs_input plan_ready completed failed aborted cancelled closed not_found unknown',
  artifactStatus: 'creating ready updating failed stale superseded deleted unknown',
} as const;

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text;

export type Owner = Words<(typeof LISTS)['owner']>;
export type Scope = Words<(typeof LISTS)['scope']>;
export type Phase = Words<(typeof LISTS)['phase']>;
export type Surface = Words<(typeof LISTS)['surface']>;
export type Persistence = Words<(typeof LISTS)['persistence']>;
export type Control = Words<(typeof LISTS)['control']>;
export type Topology = Words<(typeof LISTS)['topology']>;
export type RuntimeEntity = Words<(typeof LISTS)['runtimeEntity']>;
export type RuntimeStatus = Words<(typeof LISTS)['runtimeStatus']>;
export type ArtifactStatus = Words<(typeof LISTS)['artifactStatus']>;

/** The envelope fields that have a list, and its values. */
export const ENUMS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({ ...LISTS, latestTurnStatus: LISTS.runtimeStatus }).map(([field, words]) => [
    field,
    new Set(words.split(' ')),
  ]),
);
