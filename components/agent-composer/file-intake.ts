import { html, nothing, type ReactiveControllerHost } from 'lit';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { filesIn } from './uploads.js';

export interface FileIntakePorts {
  /** Whether files can be taken now. */
  ready(): boolean;
  take(files: Iterable<File>): void;
  focus(): void;
}

/** The ways in which files come: chosen, pasted, dropped. */
export class FileIntake {
  /** A file hangs over the composer. */
  dragging = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly ports: FileIntakePorts,
  ) {}

  button({ t }: Wording, accept: string): unknown {
    const label = t('composer.attach');
    return html`<input
        type="file"
        class="picker"
        hidden
        multiple
        accept=${accept || nothing}
        aria-label=${label}
        @change=${this.#onPick}
      />
      <button
        type="button"
        class="quiet attach"
        part="button"
        aria-label=${label}
        title=${label}
        ?disabled=${!this.ports.ready()}
        @click=${this.#openPicker}
      >
        ${icon('paperclip')}
      </button>`;
  }

  readonly onPaste = (event: ClipboardEvent): void => {
    const files = filesIn(event.clipboardData);
    if (!this.ports.ready() || files.length === 0) return;
    event.preventDefault();
    this.ports.take(files);
  };

  readonly onDrag = (event: DragEvent): void => {
    if (!this.ports.ready() || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.#drag(true);
  };

  readonly onDragLeave = (event: DragEvent): void => {
    const { currentTarget, relatedTarget } = event;
    const inside = relatedTarget instanceof Node && (currentTarget as Node).contains(relatedTarget);
    if (!inside) this.#drag(false);
  };

  readonly onDrop = (event: DragEvent): void => {
    if (!this.dragging) return;
    event.preventDefault();
    this.#drag(false);
    this.ports.take(event.dataTransfer?.files ?? []);
    this.ports.focus();
  };

  #openPicker = (event: Event): void => {
    const root = (event.currentTarget as Element).getRootNode() as ShadowRoot;
    root.querySelector<HTMLInputElement>('.picker')?.click();
  };

  #onPick = (event: Event): void => {
    const picker = event.target as HTMLInputElement;
    this.ports.take(picker.files ?? []);
    // The same file can be chosen again.
    picker.value = '';
    this.ports.focus();
  };

  #drag(dragging: boolean): void {
    if (this.dragging === dragging) return;
    this.dragging = dragging;
    this.host.requestUpdate();
  }
}
