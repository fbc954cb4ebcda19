import { noChange } from 'lit';
import { Directive, directive, type DirectiveParameters, type Part } from 'lit/directive.js';

class GrowingTextDirective extends Directive {
  #node: Text | undefined;

  render(text: string): unknown {
    return text;
  }

  override update(_part: Part, [text]: DirectiveParameters<this>): unknown {
    const node = this.#node;
    if (!node) return (this.#node = document.createTextNode(text));
    const { data } = node;
    if (data === text) return noChange;
    // Setting `data` would throw away a selection in this text; appending leaves it alone.
    if (text.startsWith(data)) node.appendData(text.slice(data.length));
    else node.data = text;
    return noChange;
  }
}

/** A text that mostly grows at its end: what a person has selected in it stays selected (known-failure 10). */
export const growingText = directive(GrowingTextDirective);
