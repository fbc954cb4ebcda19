import { reportThrown } from '#dev-warning';

/** A panel that is fetched when it is first shown: what nobody looks at costs nothing. */
export type LoadedPanel =
  | 'agent-artifact-workspace'
  | 'agent-background-teammates'
  | 'agent-delegation-graph'
  | 'agent-diagnostics'
  | 'agent-handoff-lane'
  | 'agent-remote-teammates'
  | 'agent-review-lane'
  | 'agent-session-tabs'
  | 'agent-task-capsule'
  | 'agent-team-policy'
  | 'agent-team-roster'
  | 'agent-teammate-transcript'
  | 'agent-timeline'
  | 'agent-work-board'
  | 'agent-worker-notifications';

/** Fetches panels, each once. */
export class PanelLoader {
  readonly #asked = new Set<LoadedPanel>();

  constructor(
    private readonly loaders: () => Readonly<Partial<Record<LoadedPanel, () => Promise<unknown>>>>,
  ) {}

  /** The panel is about to be shown. */
  show(panel: LoadedPanel): void {
    if (this.#asked.has(panel)) return;
    this.#asked.add(panel);
    this.loaders()
      [panel]?.()
      .catch((thrown: unknown) => {
        // The next time that it is shown it is tried again.
        this.#asked.delete(panel);
        reportThrown('elements:not_loaded', `<${panel}>`, thrown);
      });
  }
}
