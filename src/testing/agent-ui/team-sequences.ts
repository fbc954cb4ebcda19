import { jsonLines } from './json-lines.js';

/** The event sequences of §8.3 about tasks and teams, as they stand. */
export const TEAM_SEQUENCES = jsonLines({
  'AC-12': `
{"type":"task.changed","sequence":1,"taskId":"tk-1","runtimeEntity":"agent_turn","runtimeStatus":"running","payload":{"title":"Refactor","status":"running"}}
{"type":"task.changed","sequence":2,"taskId":"tk-2","runtimeEntity":"subagent_turn","agentId":"ag-2","runtimeStatus":"needs_input","payload":{"title":"Review API","status":"running"}}
{"type":"action.required","sequence":3,"actionId":"ac-2","taskId":"tk-2","agentId":"ag-2","agentName":"Ada","payload":{"actionType":"delegated_permission","decisions":["approve","reject"]}}
{"type":"agent.changed","sequence":4,"agentId":"ag-3","runtimeStatus":"plan_ready","payload":{"agentName":"Bo"}}
`,
  'AC-13': `
{"type":"team.changed","sequence":1,"teamId":"team-1","teamName":"delivery","topology":"coordinator_team","payload":{"roster":[{"agentId":"lead","agentName":"Lead","role":"coordinator"}]}}
{"type":"agent.spawned","sequence":2,"agentId":"w-1","agentName":"Researcher","teamName":"delivery","parentSessionId":"ses-1","parentThreadId":"thr-1","sessionId":"ses-w1","taskId":"tk-w1","runtimeEntity":"subagent_turn","runtimeStatus":"running"}
{"type":"worker.notification","sequence":3,"workerNotificationId":"wn-1","agentId":"w-1","taskId":"tk-w1","transcriptRef":"tr://w1","workerUsage":{"tokens":9000},"payload":{"role":"user","status":"completed","summary":"Found 4 sources","resultRef":"res://1","durationMs":42000}}
{"type":"text.delta","sequence":4,"agentId":"lead","messageId":"m-1","partId":"t-1","payload":{"delta":"Synthesis: four sources."}}
`,
  'AC-14': `
{"type":"agent.spawned","sequence":1,"agentId":"p-1","parentSessionId":"ses-1","topology":"parallel_workers","teamPhase":"fanout","teamParallelBudget":2,"teamActiveCount":2,"teamQueuedCount":1,"providerConcurrencyGroup":"g1","queueReason":"provider_limit"}
{"type":"agent.spawned","sequence":2,"agentId":"p-2","parentSessionId":"ses-1"}
{"type":"task.changed","sequence":3,"taskId":"wait-1","control":"wait","payload":{"status":"waiting","waitFor":["p-1","p-2"],"timeoutPolicy":"all"}}
{"type":"agent.completed","sequence":4,"agentId":"p-1","payload":{"status":"completed","resultRef":"res://p1"}}
{"type":"agent.completed","sequence":5,"agentId":"p-2","payload":{"status":"failed","error":"query too broad"}}
{"type":"agent.changed","sequence":6,"agentId":"p-2","attemptId":"at-2","runtimeStatus":"running","payload":{"reason":"retry"}}
`,
  'AC-15': `
{"type":"text.delta","sequence":1,"agentId":"planner","messageId":"m-1","partId":"t-1","payload":{"delta":"Plan ready."}}
{"type":"agent.handoff","sequence":2,"handoffId":"h-1","topology":"specialist_handoff","payload":{"from":"planner","to":"builder","reason":"implementation","resumeTarget":"task:tk-2","boundary":"summary+refs","state":"handoff_requested"}}
{"type":"agent.handoff","sequence":3,"handoffId":"h-1","payload":{"from":"planner","to":"builder","state":"accepted","acceptedAt":"2026-06-01T09:00:00Z"}}
{"type":"agent.changed","sequence":4,"agentId":"builder","runtimeStatus":"running","teamPolicy":{"mode":"ask-before-write"}}
`,
  'AC-16': `
{"type":"review.requested","sequence":1,"reviewId":"rv-1","agentId":"rev","payload":{"reviewer":"rev","target":{"kind":"artifact","id":"art-1"}}}
{"type":"review.completed","sequence":2,"reviewId":"rv-1","evidenceRefs":["ev-9"],"payload":{"verdict":"changes_requested","requestedFixes":[{"id":"fx-1","text":"Add tests"}]}}
{"type":"text.delta","sequence":3,"messageId":"m-1","partId":"t-1","payload":{"delta":"The review passed!"}}
{"type":"review.completed","sequence":4,"reviewId":"rv-2","evidenceRefs":["ev-10"],"payload":{"reviewer":"rev2","target":{"kind":"artifact","id":"art-1"},"verdict":"passed"}}
`,
  'AC-17': `
{"type":"team.changed","sequence":1,"teamId":"team-1","topology":"human_agent_board","payload":{"board":[{"workItemId":"wi-1","title":"Write spec","assignee":{"kind":"human","id":"pm"},"status":"open"},{"workItemId":"wi-2","title":"Ship","assignee":{"kind":"agent","id":"ag-1"},"status":"blocked","blocker":"wi-1","dependencies":["wi-1"]}]}}
{"type":"task.changed","sequence":2,"workItemId":"wi-1","runtimeEntity":"work_item","payload":{"status":"done","artifactRefs":["art-1"],"evidenceRefs":["ev-1"],"comments":[{"by":"pm","text":"ok"}]}}
`,
  'AC-18': `
{"type":"task.changed","sequence":1,"taskId":"job-1","agentId":"bg-1","runtimeEntity":"automation_job","topology":"background_teammate","payload":{"status":"scheduled","schedule":"02:00 daily","wakeReason":"drift check"}}
{"type":"task.changed","sequence":2,"taskId":"job-1","agentId":"bg-1","runId":"run-b1","payload":{"status":"running","wakeReason":"manual"}}
{"type":"worker.notification","sequence":3,"workerNotificationId":"wn-b","agentId":"bg-1","taskId":"job-1","payload":{"status":"completed","summary":"no drift","resultRef":"res://b1"}}
{"type":"task.changed","sequence":4,"taskId":"job-1","agentId":"bg-1","payload":{"status":"sleeping","lastRun":{"runId":"run-b1","outcome":"completed"}}}
`,
  'AC-19': `
{"type":"agent.changed","sequence":1,"agentId":"rm-1","agentSource":"remote","remoteTaskId":"a2a-42","runtimeEntity":"external_task","topology":"remote_teammate","runtimeStatus":"submitted","payload":{"cardRef":"card://design"}}
{"type":"task.changed","sequence":2,"taskId":"tk-9","agentId":"rm-1","remoteTaskId":"a2a-42","payload":{"status":"working","nativeStatus":"working"}}
{"type":"action.required","sequence":3,"actionId":"ac-9","agentId":"rm-1","remoteTaskId":"a2a-42","payload":{"actionType":"structured_input","schema":{"type":"object"},"decisions":["answer"]}}
{"type":"agent.changed","sequence":4,"agentId":"rm-1","runtimeStatus":"idle"}
{"type":"artifact.changed","sequence":5,"artifactId":"art-r","agentId":"rm-1","payload":{"readRef":"blob://r"}}
{"type":"task.changed","sequence":6,"taskId":"tk-9","agentId":"rm-1","remoteTaskId":"a2a-42","payload":{"status":"completed"}}
`,
});
