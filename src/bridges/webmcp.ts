export { webMcpTransport, type WebMcpTransportOptions } from './webmcp/webmcp-transport.js';
export { adoptWebMcpTools, type AdoptedTools, type AdoptOptions } from './webmcp/adopt-tools.js';
export type {
  ModelContext,
  ModelContextTool,
  RegisteredTool,
  ToolAnnotations,
} from './webmcp/model-context.js';
export type { ToolAnswer } from './webmcp/tool-answer.js';
