import type { TemplateResult } from 'lit';
import type { ToolRowView } from '../../src/agent-ui/projection/view-models.js';

/** Draws the body of a tool's row: a Lit template or a node. The line above it stays ours. */
export type ToolRenderer = (tool: ToolRowView) => TemplateResult | Node;

/** By tool name. */
export type Renderers = Readonly<Record<string, ToolRenderer>>;
