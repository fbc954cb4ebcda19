export { AgentEventLog } from './agent-event-log.js';
export type { AdmissionOptions } from './admission.js';
export type { AgentControl, ControlHandler } from './control-desk.js';
export {
  serveAgentEvents,
  type AgentEventsServer,
  type ServeAgentEventsOptions,
  type SessionQuery,
} from './serve-agent-events.js';
export type { FaultOptions, ServerFault } from './server-fault.js';
export { serveOui, type OuiServer, type ServeOuiOptions } from './serve-oui.js';
export { AgentRuntime, type AgentRuntimeOptions } from '../oui/agent/agent-runtime.js';
