export { serveOui, type OuiServer, type ServeOuiOptions } from './serve-oui.js';
export { AgentRuntime, type AgentRuntimeOptions } from '../oui/agent/agent-runtime.js';
