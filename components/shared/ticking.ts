import { nothing } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { ChildPart, DirectiveParameters, Part } from 'lit/directive.js';
import { isFirstPaint } from './first-paint.js';

/** Milliseconds since the beginning in, what to show out: a text, a template, or `nothing`. */
type Show = (elapsedMs: number) => unknown;

const ticks = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(tick: () => void): () => void {
  ticks.add(tick);
  timer ??= setInterval(() => {
    // What nobody looks at costs nothing.
    if (document.visibilityState === 'visible') for (const each of ticks) each();
  }, 1000);
  return () => {
    ticks.delete(tick);
    if (ticks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

class TickingDirective extends AsyncDirective {
  #since = 0;
  #show: Show = () => '';
  #parent: Node | undefined;
  #stop: (() => void) | undefined;

  render(_since: number | string | undefined, _show: Show): unknown {
    // The clock of a server is another.
    return isFirstPaint() ? nothing : this.#show(Date.now() - this.#since);
  }

  override update(part: Part, [since, show]: DirectiveParameters<this>): unknown {
    const began = typeof since === 'string' ? Date.parse(since) : since;
    // Without a known beginning it counts from when it was first shown.
    if (began !== undefined && !Number.isNaN(began)) this.#since = began;
    else this.#since ||= Date.now();
    this.#show = show;
    this.#parent = (part as ChildPart).parentNode;
    if (this.isConnected) this.#stop ??= subscribe(() => this.#tick());
    return this.render(since, show);
  }

  protected override disconnected(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  protected override reconnected(): void {
    this.#stop ??= subscribe(() => this.#tick());
    this.#tick();
  }

  #tick(): void {
    const parent = this.#parent;
    if (parent instanceof Element && !parent.checkVisibility()) return;
    this.setValue(this.#show(Date.now() - this.#since));
  }
}

/**
 * Shows a time that grows, once a second, only while it can be seen; nothing else renders for it.
 * @param since Unix milliseconds or ISO 8601; the moment of first showing when absent
 */
export const ticking = directive(TickingDirective);
