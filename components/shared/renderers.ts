import type { TemplateResult } from 'lit';
import { reportThrown } from '#dev-warning';
import type { ArtifactView, PartView, ToolRowView } from '../../src/agent-ui/projection/view-models.js';

type Drawn = TemplateResult | Node;

/** Draws the body of a tool's row: a Lit template or a node. The line above it stays ours. */
export type ToolRenderer = (tool: ToolRowView) => Drawn;

/** By tool name. */
export type ToolRenderers = Readonly<Record<string, ToolRenderer>>;

/**
 * Draws one of a host's own things: of a tool's name the body of its row, of an artifact's kind its content, of a part's type
 * (`assistant_text`, `plan`, …) the part. What it takes is what it stands for: `(tool: ToolRowView) => …`.
 */
export type Renderer = {
  // A method, so that a function may say which of them it takes.
  draw(fact: ToolRowView | ArtifactView | PartView, content?: unknown): Drawn;
}['draw'];

/** By tool name, kind of artifact, or type of part. */
export type Renderers = Readonly<Record<string, Renderer>>;

/** What the host draws under that name, if it does. Its renderer must not take the panel down with it. */
export function drawnByHost(
  renderers: object | undefined,
  name: string | undefined,
  ...facts: readonly unknown[]
): Drawn | undefined {
  if (!renderers || name === undefined || !Object.hasOwn(renderers, name)) return undefined;
  try {
    return (renderers as Record<string, (...facts: readonly unknown[]) => Drawn>)[name]!(...facts);
  } catch (thrown) {
    reportThrown('agent-ui:renderer_failed', `renderers["${name}"]`, thrown);
    return undefined;
  }
}
