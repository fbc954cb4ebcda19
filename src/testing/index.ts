export { linkedTransports } from '../oui/transports/direct.js';
export { CONFORMANCE_AGENT_OPTIONS, conformanceAgent } from './conformance-agent.js';
export { conformancePage } from './conformance-page.js';
export { annex, lab } from './lab.js';
export { mismatch, type Pattern } from './pattern.js';
export {
  runConformance,
  type ConformanceOptions,
  type ConformanceReport,
  type OpenPeer,
  type ScenarioReport,
} from './run-conformance.js';
export type { Scenario, Step } from './scenario.js';
export { SCENARIOS } from './scenarios.js';
export {
  scriptedAgent,
  scriptedPage,
  type ScriptedAgent,
  type ScriptedPage,
  type ScriptedPeer,
  type Seen,
} from './scripted-peer.js';
export { todoApp } from './todo-app.js';
export {
  runAcceptance,
  type AcceptanceGateway,
  type AcceptanceOptions,
  type AcceptanceReport,
  type AcceptanceResult,
  type AgentUiPeer,
  type Delivery,
} from './agent-ui/run-acceptance.js';
export type { AgentUiScenario, AgentUiStep, FactPatterns } from './agent-ui/scenario.js';
export { AGENT_UI_SCENARIOS } from './agent-ui/scenarios.js';
export { sessionPeer } from './agent-ui/session-peer.js';
export {
  auditLog,
  LogAudit,
  type AuditFault,
  type AuditFinding,
  type AuditLevel,
  type AuditReport,
} from './agent-ui/audit-log.js';
