export type { Runtime } from '../../base/runtime.js';
export { AgentRuntime, type AgentRuntimeOptions, type ToolOptions } from './agent-runtime.js';
export type { SwitchedOff } from './agent-switches.js';
export type { ReadOptions } from './page-reader.js';
export type { InvokeOptions } from './invoker.js';
export type { Confirm } from './confirmation.js';
export type { ConfirmationRequest } from '../protocol/confirmation.js';
export type { AgentTool } from './tool-catalog.js';
export type {
  AgUiTool,
  AiSdkTool,
  AnthropicTool,
  McpTool,
  OpenAiTool,
  ToolFormat,
  ToolFormats,
} from './tool-formats.js';
export { OuiError, type FieldFault, type OuiErrorCode } from '../protocol/error-codes.js';
export { InvocationEvent, type Invocation } from '../protocol/invocation-log.js';
export * from '../protocol/limits.js';
export * from '../protocol/manifest.js';
export * from '../protocol/messages.js';
export * from '../protocol/page-queries.js';
export * from '../protocol/transport.js';
