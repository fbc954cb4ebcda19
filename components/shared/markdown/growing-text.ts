import { noChange } from 'lit';
import { Directive, directive, type ChildPart, type DirectiveParameters, type Part } from 'lit/directive.js';
import { isFirstPaint } from '../first-paint.js';

class GrowingTextDirective extends Directive {
  #node: Text | undefined;

  render(text: string): unknown {
    return text;
  }

  override update(part: Part, [text]: DirectiveParameters<this>): unknown {
    const node = this.#node;
    if (!node) return (this.#node = servedText(part as ChildPart, text) ?? document.createTextNode(text));
    const { data } = node;
    if (data === text) return noChange;
    // Setting `data` would throw away a selection in this text; appending leaves it alone.
    if (text.startsWith(data)) node.appendData(text.slice(data.length));
    else node.data = text;
    return noChange;
  }
}

/** The node that a server has written; for an empty text it wrote none. */
function servedText({ startNode, endNode }: ChildPart, text: string): Text | undefined {
  // Of a part that it takes over, lit knows the end only later.
  if (!isFirstPaint() || !startNode || endNode) return undefined;
  const next = startNode.nextSibling;
  if (next instanceof Text) return next;
  const node = document.createTextNode(text);
  startNode.parentNode?.insertBefore(node, next);
  return node;
}

/** A text that mostly grows at its end: what a person has selected in it stays selected (known-failure 10). */
export const growingText = directive(GrowingTextDirective);
