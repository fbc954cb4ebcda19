import type { LitElement, ReactiveController } from 'lit';
import { fitted, panned, revealing, zoomed, type Camera, type Size } from './graph-camera.js';
import type { GraphLayout } from './graph-layout.js';
import type { NodeScene } from './graph-node.js';

/** Pixels before a press becomes a drag. */
const DRAG_FROM = 4;
/** Smaller than these, only large words can be read, and then none of the many. */
const FAR = { names: 0.68, signs: 0.42 };

/** Which part of the graph is seen: all of it, until a person moves or zooms. */
export class GraphViewport implements ReactiveController {
  /** Where a person has moved the view. */
  #camera: Camera | undefined;
  #width = 640;
  #drag: { id: number; x: number; y: number; moved: boolean } | undefined;
  #observer: ResizeObserver | undefined;

  constructor(
    private readonly host: LitElement,
    private readonly layout: () => GraphLayout | undefined,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    // In the next frame: a new width gives a new height, which within this one is an error in WebKit.
    this.#observer ??= new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
    this.#observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  #measure(): void {
    const width = this.host.clientWidth;
    if (width === 0 || width === this.#width) return;
    this.#width = width;
    this.host.requestUpdate();
  }

  get width(): number {
    return this.#width;
  }

  get dragging(): boolean {
    return this.#drag?.moved ?? false;
  }

  /** For the attributes of the drawing. */
  frame(layout: GraphLayout): { viewBox: string; height: number; far: NodeScene['far'] } {
    const { camera, size } = this.#now(layout);
    const { x, y, scale } = camera;
    const box = [x, y, size.width / scale, size.height / scale];
    return {
      viewBox: box.map((each) => each.toFixed(2)).join(' '),
      height: size.height,
      far: scale < FAR.signs ? 'signs' : scale < FAR.names ? 'names' : undefined,
    };
  }

  #now(layout: GraphLayout): { camera: Camera; size: Size } {
    const all = fitted(layout, this.#width);
    return { camera: this.#camera ?? all.camera, size: { width: this.#width, height: all.height } };
  }

  /** All of it again. */
  reset(): void {
    this.#look(undefined);
  }

  /** @param at what stays where it is, in pixels of the view; its middle by default */
  zoom(factor: number, at?: { x: number; y: number }): void {
    this.#move((camera, layout, size) =>
      panned(
        zoomed(camera, factor, at ?? { x: size.width / 2, y: size.height / 2 }),
        { x: 0, y: 0 },
        layout,
        size,
      ),
    );
  }

  /** By so many pixels. */
  pan(x: number, y: number): void {
    this.#move((camera, layout, size) => panned(camera, { x, y }, layout, size));
  }

  /** Moves as little as it can to show all of a node. */
  reveal(key: string): void {
    this.#move((camera, { boxes }, size) => {
      const box = boxes.get(key);
      return box ? revealing(camera, box, size) : camera;
    });
  }

  #move(to: (camera: Camera, layout: GraphLayout, size: Size) => Camera): void {
    const layout = this.layout();
    if (!layout) return;
    const { camera, size } = this.#now(layout);
    const moved = to(camera, layout, size);
    if (moved !== camera) this.#look(moved);
  }

  #look(camera: Camera | undefined): void {
    this.#camera = camera;
    this.host.requestUpdate();
  }

  /** Ctrl and the wheel, which is also what two fingers do; the wheel alone is the page's. */
  readonly onWheel = {
    passive: false,
    handleEvent: (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top });
    },
  };

  readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.#drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  };

  readonly onMove = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (!drag || drag.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < DRAG_FROM) return;
    // From here on it is no click on a node.
    if (!drag.moved) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#drag = { id: drag.id, x: event.clientX, y: event.clientY, moved: true };
    this.pan(-dx, -dy);
  };

  readonly onUp = (): void => {
    this.#drag = undefined;
    this.host.requestUpdate();
  };
}
