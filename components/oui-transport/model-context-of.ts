import type { ModelContext } from '../../src/bridges/webmcp.js';

/** WebMCP, where the browser has it and shows it to this document (secure contexts only). */
export function modelContextOf(doc: Document): ModelContext | undefined {
  const { modelContext } = doc as Document & { modelContext?: ModelContext };
  return typeof modelContext?.registerTool === 'function' ? modelContext : undefined;
}
