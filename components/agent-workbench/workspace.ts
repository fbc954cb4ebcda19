import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { SurfaceViews } from '../../src/agent-ui/projection/view-models.js';

export type Pane = 'rail' | 'workspace';
/** Three panes from 1200 px; from 768 the others lie over the conversation; below, one at a time. */
export type FrameWidth = 'narrow' | 'medium' | 'wide';

const STORED_SIZE = 'agent-workbench:workspace-size';
/** Pixels. */
const MIN_SIZE = 320;
const STEP = 24;

/** What a person has open beside the conversation, and how wide. None of it is a fact. */
export class Workspace implements ReactiveController {
  width: FrameWidth = 'narrow';
  /** The panel that was chosen; the layout's own choice until then. */
  surface: keyof SurfaceViews | undefined;
  /** The teammate whose transcript stands in the place of the conversation. */
  agentId: string | undefined;
  readonly #chosen = new Map<Pane, boolean>();
  #sizes: ResizeObserver | undefined;
  #size = storedSize();

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    /** Whether a pane is open until somebody opens or closes it. */
    private readonly byDefault: (pane: Pane) => boolean,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#sizes ??= new ResizeObserver(([entry]) => this.#measure(entry!.contentRect.width));
    this.#sizes.observe(this.host);
  }

  hostDisconnected(): void {
    this.#sizes?.disconnect();
  }

  isOpen(pane: Pane): boolean {
    return this.#chosen.get(pane) ?? this.byDefault(pane);
  }

  /** Opens or closes a pane; where there is room for one, the other closes. */
  set(pane: Pane, open: boolean): void {
    this.#chosen.set(pane, open);
    if (open && this.width !== 'wide') this.#chosen.set(pane === 'rail' ? 'workspace' : 'rail', false);
    this.host.requestUpdate();
  }

  /** Closes a pane that lies over the conversation; false when it is none. */
  closeOver(pane: string | undefined): boolean {
    if (this.width === 'wide' || (pane !== 'rail' && pane !== 'workspace')) return false;
    this.set(pane, false);
    return true;
  }

  choose(surface: keyof SurfaceViews): void {
    this.surface = surface;
    this.set('workspace', true);
  }

  /** Puts a teammate's transcript in the place of the conversation, or the conversation back. */
  show(agentId: string | undefined): void {
    this.agentId = agentId;
    if (this.width !== 'wide') this.#chosen.set('rail', false);
    this.host.requestUpdate();
  }

  /** Another session begins with nothing chosen. */
  forget(): void {
    this.surface = undefined;
    this.agentId = undefined;
    this.#chosen.clear();
  }

  /** The width of the workspace in pixels; undefined for the layout's own. */
  get size(): number | undefined {
    return this.#size;
  }

  resize(size: number | undefined): void {
    const most = this.host.clientWidth - MIN_SIZE;
    this.#size = size === undefined ? undefined : Math.round(Math.max(MIN_SIZE, Math.min(size, most)));
    storeSize(this.#size);
    this.host.requestUpdate();
  }

  /** The grip is a separator that the arrow keys move. */
  readonly onGripKey = (event: KeyboardEvent): void => {
    const towardsEnd = getComputedStyle(this.host).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const pane = (event.currentTarget as HTMLElement).nextElementSibling!.getBoundingClientRect().width;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      this.resize(pane + (event.key === towardsEnd ? -STEP : STEP));
    else if (event.key === 'Home') this.resize(Number.MAX_SAFE_INTEGER);
    else if (event.key === 'End') this.resize(MIN_SIZE);
    else return;
    event.preventDefault();
  };

  readonly onGripReset = (): void => this.resize(undefined);

  readonly onGripDown = (event: PointerEvent): void => {
    const grip = event.currentTarget as HTMLElement;
    const pane = grip.nextElementSibling as HTMLElement;
    const rtl = getComputedStyle(this.host).direction === 'rtl';
    const begin = pane.getBoundingClientRect().width;
    grip.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent) =>
      this.resize(begin + (rtl ? clientX - event.clientX : event.clientX - clientX));
    grip.addEventListener('pointermove', move);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', move), {
      once: true,
    });
  };

  #measure(width: number): void {
    const now = width >= 1200 ? 'wide' : width >= 768 ? 'medium' : 'narrow';
    if (now === this.width) return;
    this.width = now;
    this.host.requestUpdate();
  }
}

/** A page may refuse storage; then the size lasts as long as the element. */
function storedSize(): number | undefined {
  try {
    return Number(localStorage.getItem(STORED_SIZE)) || undefined;
  } catch {
    return undefined;
  }
}

function storeSize(size: number | undefined): void {
  try {
    if (size === undefined) localStorage.removeItem(STORED_SIZE);
    else localStorage.setItem(STORED_SIZE, String(size));
  } catch {
    // Nothing is lost but the size.
  }
}
