import { html, type TemplateResult } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { ChildPart, DirectiveParameters } from 'lit/directive.js';

/** Draws again what a server drew, in its own nodes. */
export interface ServedTurns {
  setValue(turns: unknown): void;
}

/** By the element around them. */
const served = new WeakMap<Node, ServedTurns>();

class ServedTurnsDirective extends AsyncDirective {
  render(turns: unknown): unknown {
    return turns;
  }

  override update(part: ChildPart, [turns]: DirectiveParameters<this>): unknown {
    served.set(part.parentNode, this);
    return turns;
  }
}

const servedTurns = directive(ServedTurnsDirective);

/** A stretch as a server draws it. */
export function servedStretch(turns: TemplateResult, skippable: boolean): TemplateResult {
  return html`<div class="stretch" ?data-skippable=${skippable}><div>${servedTurns(turns)}</div></div>`;
}

/** What draws the turns in a stretch that a server has drawn. */
export function servedTurnsIn(stretch: Element): ServedTurns | undefined {
  return stretch.firstElementChild ? served.get(stretch.firstElementChild) : undefined;
}
