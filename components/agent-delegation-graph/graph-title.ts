import { nothing } from 'lit';
import { Directive, directive, type DirectiveParameters, type Part } from 'lit/directive.js';
import { isFirstPaint } from '../shared/first-paint.js';

class GraphTitleDirective extends Directive {
  #title: Element | undefined;

  render(_text: string): unknown {
    return nothing;
  }

  override update(_part: Part, [text]: DirectiveParameters<this>): unknown {
    if (isFirstPaint()) return nothing;
    this.#title ??= document.createElementNS('http://www.w3.org/2000/svg', 'title');
    if (this.#title.textContent !== text) this.#title.textContent = text;
    return this.#title;
  }
}

/**
 * The `<title>` of something drawn. A server reads a template as HTML, where no expression may stand in a title: it
 * draws none, and the browser adds it.
 */
export const graphTitle = directive(GraphTitleDirective);
