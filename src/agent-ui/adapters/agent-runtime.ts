export type { EvidencePack, SignalState } from './agent-runtime/evidence-pack.js';
export { agentRuntime, type AgentRuntimeOptions } from './agent-runtime/agent-runtime.js';
export { RUNTIME_EVENT_TYPES, RuntimeMapper } from './agent-runtime/runtime-mapper.js';
