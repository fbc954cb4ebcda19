import type { ToolRowView } from '../../src/agent-ui/projection/view-models.js';

const KINDS = new Set(['command', 'browser', 'file', 'api', 'search', 'database']);

/** The kind for which there are words; any other is `custom`. */
export function toolKind({ kind }: ToolRowView): string {
  return kind !== undefined && KINDS.has(kind) ? kind : 'custom';
}
