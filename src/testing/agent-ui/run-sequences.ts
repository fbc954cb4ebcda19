import { jsonLines } from './json-lines.js';

/** The event sequences of §8.3 about one run, as they stand. */
export const RUN_SEQUENCES = jsonLines({
  'AC-01': `
{"type":"run.started","sequence":1,"owner":"runtime","phase":"accepted","runtimeEntity":"agent_turn","payload":{"clientId":"c-1"}}
{"type":"run.status","sequence":2,"phase":"preparing","payload":{"stage":"preparing","title":"Assembling context"}}
{"type":"text.delta","sequence":3,"messageId":"m-1","partId":"t-1","payload":{"delta":"Here is"}}
`,
  'AC-02': `
{"type":"run.started","sequence":1}
{"type":"reasoning.delta","sequence":2,"partId":"r-1","payload":{"delta":"<think>compare options"}}
{"type":"text.delta","sequence":3,"messageId":"m-1","partId":"t-1","payload":{"delta":"Use option B."}}
{"type":"reasoning.summary","sequence":4,"partId":"r-1","payload":{"summary":"Compared A and B","complete":true}}
{"type":"text.final","sequence":5,"messageId":"m-1","payload":{"text":"Use option B."}}
{"type":"run.finished","sequence":6,"payload":{"outcome":"success"}}
`,
  'AC-03': `
{"type":"reasoning.delta","sequence":1,"partId":"r-1","payload":{"delta":"Need the log"}}
{"type":"tool.started","sequence":2,"toolCallId":"tc-1","payload":{"name":"read_log","inputSummary":"build.log"}}
{"type":"tool.progress","sequence":3,"toolCallId":"tc-1","payload":{"percent":50}}
{"type":"text.delta","sequence":4,"messageId":"m-1","partId":"t-1","payload":{"delta":"The log shows "}}
{"type":"reasoning.summary","sequence":5,"partId":"r-2","payload":{"summary":"Root cause found","complete":true}}
{"type":"tool.result","sequence":6,"toolCallId":"tc-1","payload":{"outputPreview":"3 errors","outputRef":"out://1"}}
{"type":"text.delta","sequence":7,"messageId":"m-1","partId":"t-2","payload":{"delta":"a missing file."}}
{"type":"run.finished","sequence":8,"payload":{"outcome":"success"}}
`,
  'AC-04': `
{"type":"text.delta","sequence":1,"messageId":"m-1","partId":"t-1","payload":{"delta":"Hello "}}
{"type":"tool.started","sequence":2,"toolCallId":"tc-1","payload":{"name":"noop"}}
{"type":"text.delta","sequence":3,"messageId":"m-1","partId":"t-2","payload":{"delta":"world"}}
{"type":"text.final","sequence":4,"messageId":"m-1","phase":"reconciling","payload":{"text":"Hello there"}}
{"type":"text.final","sequence":5,"messageId":"m-1","payload":{"text":"Hello there"}}
{"type":"text.delta","sequence":3,"messageId":"m-1","partId":"t-2","payload":{"delta":"world"}}
`,
  'AC-05': `
{"type":"tool.args","sequence":1,"toolCallId":"tc-9","payload":{"partial":"{\\"path\\":\\"READ","state":"input-streaming"}}
{"type":"tool.args","sequence":2,"toolCallId":"tc-9","payload":{"args":{"path":"README.md","token":"sk-live-123"},"state":"input-available"}}
{"type":"tool.started","sequence":3,"toolCallId":"tc-9","owner":"tool","payload":{"name":"edit_file","kind":"file","risk":"medium"}}
{"type":"tool.progress","sequence":4,"toolCallId":"tc-9","payload":{"percent":40}}
{"type":"tool.output.delta","sequence":5,"toolCallId":"tc-9","payload":{"channel":"stdout","chunk":"writing…"}}
{"type":"tool.result","sequence":6,"toolCallId":"tc-9","payload":{"outputPreview":"2 hunks","outputRef":"out://9","sizeBytes":90112,"artifactIds":["art-2"]}}
`,
  'AC-06': `
{"type":"tool.started","sequence":1,"toolCallId":"tc-3","payload":{"name":"write_file"}}
{"type":"action.required","sequence":2,"actionId":"ac-1","toolCallId":"tc-3","owner":"policy","scope":"action_request","control":"approve","payload":{"actionType":"tool_approval","severity":"high","scope":{"path":"README.md"},"decisions":["approve","reject"],"title":"Write README.md"}}
{"type":"action.resolved","sequence":3,"actionId":"ac-1","payload":{"decision":"approve","resolvedBy":"user","auditSummary":"Approved once"}}
{"type":"tool.result","sequence":4,"toolCallId":"tc-3","payload":{"outputPreview":"ok"}}
`,
  'AC-07': `
{"type":"run.started","sequence":1}
{"type":"queue.changed","sequence":2,"queuedTurnCount":1,"payload":{"queued":[{"id":"q-1","preview":"Also update docs","position":1,"mode":"queue","state":"queued","editable":true,"removable":true}],"steer":[]}}
{"type":"queue.changed","sequence":3,"queuedTurnCount":1,"payload":{"queued":[{"id":"q-1","preview":"Also update docs","position":1,"mode":"queue","state":"queued"}],"steer":[{"id":"s-1","targetRunId":"run-1","text":"Use TypeScript","state":"pending"}]}}
{"type":"queue.changed","sequence":4,"queuedTurnCount":0,"payload":{"queued":[],"removed":["q-1"],"steer":[{"id":"s-1","targetRunId":"run-1","text":"Use TypeScript","state":"rejected","reason":"tool running"}]}}
`,
  'AC-08': `
{"type":"artifact.created","sequence":1,"artifactId":"art-1","artifactKind":"document","artifactStatus":"creating","payload":{"title":"Release plan","writeCapabilities":["edit","export"]},"sourceRefs":["tool:tc-1"]}
{"type":"artifact.preview.ready","sequence":2,"artifactId":"art-1","artifactPreview":"# Release plan"}
{"type":"artifact.version.created","sequence":3,"artifactId":"art-1","artifactVersionId":"v1","artifactStatus":"ready","sourceRefs":["turn:turn-1"]}
{"type":"artifact.updated","sequence":4,"artifactId":"art-1","artifactVersionId":"v2","artifactStatus":"ready"}
{"type":"artifact.diff.ready","sequence":5,"artifactId":"art-1","artifactDiffRef":"diff://v1..v2","payload":{"base":"v1","head":"v2"}}
{"type":"artifact.export.started","sequence":6,"artifactId":"art-1","artifactExportId":"x-1","payload":{"format":"pdf"}}
{"type":"artifact.failed","sequence":7,"artifactId":"art-1","payload":{"operation":"save","error":"conflict"}}
{"type":"artifact.export.completed","sequence":8,"artifactId":"art-1","artifactExportId":"x-1","payload":{"exportRef":"dl://x-1"}}
`,
  'AC-09': `
{"type":"evidence.changed","sequence":1,"evidenceId":"ev-1","owner":"evidence","payload":{"kind":"pack","status":"exporting"}}
{"type":"text.delta","sequence":2,"messageId":"m-1","partId":"t-1","payload":{"delta":"still streaming"}}
{"type":"evidence.changed","sequence":3,"evidenceId":"ev-1","evidencePackRef":"pack://1","replayRef":"replay://1","reviewRef":"review://1","traceId":"tr-1","payload":{"kind":"pack","status":"ready","verificationOutcomes":[{"name":"lint","status":"passed"}]}}
`,
  'AC-10': `
{"type":"session.opened","sessionId":"ses-old","payload":{"title":"Old work"}}
{"type":"messages.snapshot","sessionId":"ses-old","payload":{"mode":"window","version":4,"cursor":"c-50","truncated":true,"messages":[{"id":"m-49","role":"assistant","parts":[{"type":"assistant_text","id":"t-1","text":"Done."}]}]}}
{"type":"state.snapshot","sessionId":"ses-old","payload":{"version":4,"run":{"stage":"action_required"},"pendingActions":[{"actionId":"ac-7"}],"queued":[],"team":{"teamActiveCount":0}}}
{"type":"session.hydrated","sessionId":"ses-old","phase":"hydrating","payload":{"stage":"H3","truncated":true,"cursor":"c-50"}}
`,
  'AC-11': `
{"type":"artifact.created","sequence":1,"artifactId":"art-7","payload":{"title":"notes.md"}}
{"type":"text.delta","sequence":2,"messageId":"m-1","partId":"t-1","payload":{"delta":"I saved the Markdown document, verification passed, you approved it."}}
{"type":"evidence.changed","sequence":3,"evidenceId":"ev-2","payload":{"kind":"verification"}}
{"type":"run.finished","sequence":4,"payload":{}}
`,
  'AC-20': `
{"type":"context.changed","sequence":1,"owner":"context","payload":{"refs":[{"id":"f-1","label":"README.md"}],"budget":{"used":42000,"limit":64000,"unit":"tokens"},"missing":[{"id":"f-2","label":"design.pdf","blocking":true}]}}
{"type":"context.compaction.started","sequence":2,"payload":{"boundaryId":"cb-1","trigger":"budget"}}
{"type":"context.compaction.completed","sequence":3,"payload":{"boundaryId":"cb-1","tokensBefore":60000,"tokensAfter":30000,"summaryRef":"sum://1","preservedActions":["ac-1"]}}
{"type":"permission.changed","sequence":4,"owner":"policy","payload":{"mode":"ask-before-write","risk":"medium","decision":null}}
`,
  'AC-21': `
{"type":"diagnostic.changed","sequence":1,"diagnosticId":"d-1","owner":"diagnostics","persistence":"diagnostics_log","payload":{"level":"warn","code":"delta.backlog","message":"18 chunks"}}
{"type":"metric.changed","sequence":2,"metricName":"first_text_paint_ms","payload":{"value":412,"unit":"ms"}}
`,
  'AC-23F': `
{"type":"text.delta","sequence":1,"messageId":"m-1","partId":"t-1","payload":{"delta":"Working"}}
{"type":"tool.started","sequence":2,"toolCallId":"tc-1","payload":{"name":"deploy"}}
{"type":"run.failed","sequence":3,"phase":"failed","payload":{"error":"provider timeout","retryable":true,"diagnosticRef":"diag://1"}}
`,
  'AC-24S': `
{"type":"plan.delta","sequence":1,"partId":"pl-1","phase":"planning","payload":{"delta":"1. read 2. patch"}}
{"type":"plan.final","sequence":2,"partId":"pl-1","payload":{"steps":["read","patch"],"risk":"low","requiresDecision":true,"actionId":"ac-p"}}
{"type":"action.required","sequence":3,"actionId":"ac-p","payload":{"actionType":"plan_decision","decisions":["approve","reject","edit","request_changes"]}}
{"type":"action.resolved","sequence":4,"actionId":"ac-p","payload":{"decision":"reject","reason":"too risky"}}
{"type":"tool.failed","sequence":5,"toolCallId":"tc-1","payload":{"error":"exit 1","stderr":"ENOENT","retryable":true}}
{"type":"artifact.deleted","sequence":6,"artifactId":"art-1","artifactStatus":"deleted"}
{"type":"state.delta","sequence":7,"payload":{"baseVersion":3,"patch":[{"op":"replace","path":"/app/tab","value":"b"}]}}
{"type":"session.updated","sequence":8,"payload":{"title":"Renamed","unread":true,"pinned":true,"stale":false}}
{"type":"session.closed","sequence":9,"payload":{"reason":"frozen"}}
`,
});
