import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { SurfaceBus } from '../../src/oui/bus/surface-bus.js';
import { documentBus } from '../shared/document-bus.js';

/** The surfaces of this page that an agent may work with, for as long as somebody looks. */
export class PageSurfaces implements ReactiveController {
  #bus: SurfaceBus | undefined;

  /** @param wanted the page's tools are offered to the agent */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly wanted: () => boolean,
  ) {
    host.addController(this);
  }

  get names(): readonly string[] {
    const surfaces = this.#bus?.surfaces ?? [];
    return surfaces.filter(({ state, enabled }) => state === 'active' && enabled).map(({ name }) => name);
  }

  hostUpdate(): void {
    if (this.#bus || !this.wanted()) return;
    this.#bus = documentBus();
    this.#bus.addEventListener('change', this.#onChange);
  }

  hostDisconnected(): void {
    this.#bus?.removeEventListener('change', this.#onChange);
    this.#bus = undefined;
  }

  #onChange = (): void => this.host.requestUpdate();
}
