import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { html as withTag } from 'lit/static-html.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import type { PanelLoader } from './panel-loader.js';
import type { Workspace } from './workspace.js';
import type { WorkspacePanel } from './workspace-panels.js';

export interface SidePanes {
  loader: PanelLoader;
  workspace: Workspace;
  wording: Wording;
  /** Those that have something to show. */
  panels: readonly WorkspacePanel[];
  /** The one that is shown when the workspace is open. */
  panel: WorkspacePanel | undefined;
  counts: Readonly<Partial<Record<string, number>>>;
  /** Whether there is a rail, and a workspace. */
  hasRail: boolean;
  hasWorkspace: boolean;
}

/** What can be opened beside the conversation, while it is closed. */
export function paneBar(panes: SidePanes): unknown {
  const { workspace, wording, panels, counts, hasRail, hasWorkspace } = panes;
  const { t } = wording;
  const rail = hasRail && !(workspace.width === 'wide' && workspace.isOpen('rail'));
  const closed = hasWorkspace && !workspace.isOpen('workspace');
  if (!rail && !closed) return nothing;
  return html`<div class="bar" part="bar" role="toolbar" aria-label=${t('workbench.panes')}>
    ${
      rail
        ? html`<button
            type="button"
            class="quiet"
            data-pane="rail"
            aria-expanded=${workspace.isOpen('rail') ? 'true' : 'false'}
            @click=${() => workspace.set('rail', !workspace.isOpen('rail'))}
          >
            ${icon('person')} ${t('workbench.rail')}
            ${counts['team_roster'] ? html`<span class="count">${counts['team_roster']}</span>` : nothing}
          </button>`
        : nothing
    }
    ${
      closed
        ? panels.map(
            ({ surface, word }) =>
              html`<button
                type="button"
                class="quiet"
                data-surface=${surface}
                @click=${() => workspace.choose(surface)}
              >
                ${t(word)} <span class="count">${counts[surface]}</span>
              </button>`,
          )
        : nothing
    }
    ${
      closed && panels.length === 0
        ? html`<button type="button" class="quiet" @click=${() => workspace.set('workspace', true)}>
            ${t('workbench.workspace')}
          </button>`
        : nothing
    }
  </div>`;
}

/** The pane at the beginning: sessions and team. */
export function railPane(panes: SidePanes, content: () => unknown): unknown {
  const { workspace, wording, hasRail } = panes;
  if (!hasRail || !workspace.isOpen('rail')) return nothing;
  return html`<aside
    class="rail"
    part="rail"
    tabindex="-1"
    data-pane="rail"
    aria-label=${wording.t('workbench.rail')}
  >
    ${workspace.width === 'wide' ? nothing : closeButton(panes, 'rail')} ${content()}
  </aside>`;
}

/** The pane at the end: one panel at a time, with a tab for each that has something to show. */
export function workspacePane(panes: SidePanes): unknown {
  const { workspace, wording, panels, panel, counts, hasWorkspace } = panes;
  const { t } = wording;
  if (!hasWorkspace || !workspace.isOpen('workspace')) return nothing;
  return html`${workspace.width === 'wide' ? grip(panes) : nothing}
    <aside
      class="workspace"
      part="workspace"
      tabindex="-1"
      data-pane="workspace"
      aria-label=${t('workbench.workspace')}
      ${ref((pane) => sizePane(pane as HTMLElement | undefined, workspace.size))}
    >
      <div class="workspace-head">
        <div
          class="workspace-tabs"
          role="tablist"
          aria-label=${t('workbench.workspace')}
          @keydown=${onTabKey}
        >
          ${panels.map(
            ({ surface, word }) =>
              html`<button
                type="button"
                class="workspace-tab"
                part="workspace-tab"
                role="tab"
                id=${`tab-${surface}`}
                data-surface=${surface}
                aria-selected=${panel?.surface === surface ? 'true' : 'false'}
                aria-controls="workspace-panel"
                tabindex=${panel?.surface === surface ? 0 : -1}
                @click=${() => workspace.choose(surface)}
              >
                ${t(word)} <span class="count">${counts[surface]}</span>
              </button>`,
          )}
        </div>
        ${closeButton(panes, 'workspace')}
      </div>
      <div
        class="workspace-panel"
        id="workspace-panel"
        role="tabpanel"
        aria-labelledby=${panel ? `tab-${panel.surface}` : nothing}
      >
        <slot name="workspace">${panel && shownPanel(panel, panes)}</slot>
      </div>
    </aside>`;
}

function shownPanel({ tag }: WorkspacePanel, { loader }: SidePanes): TemplateResult {
  const panel = loader.show(tag);
  return withTag`<${panel}></${panel}>`;
}

/** What a teammate and its owner said to each other, in the place of the conversation; it has its own way back. */
export function teammateTranscript(agentId: string, { workspace, loader }: SidePanes): TemplateResult {
  const back = (event: Event) => {
    event.preventDefault();
    workspace.show(undefined);
  };
  const transcript = loader.show('agent-teammate-transcript');
  return withTag`<${transcript}
    class="teammate-transcript"
    agent-id=${agentId}
    @agent-transcript-close-request=${back}
  ></${transcript}>`;
}

function closeButton({ workspace, wording }: SidePanes, pane: 'rail' | 'workspace'): TemplateResult {
  return html`<button
    type="button"
    class="quiet close"
    aria-label=${wording.t('workbench.close')}
    @click=${() => workspace.set(pane, false)}
  >
    ${icon('cross')}
  </button>`;
}

function grip({ workspace, wording }: SidePanes): TemplateResult {
  return html`<div
    class="grip"
    part="grip"
    role="separator"
    tabindex="0"
    aria-orientation="vertical"
    aria-label=${wording.t('workbench.grip')}
    aria-valuenow=${workspace.size ?? 480}
    aria-valuemin="320"
    aria-valuemax="2000"
    @keydown=${workspace.onGripKey}
    @pointerdown=${workspace.onGripDown}
    @dblclick=${workspace.onGripReset}
  ></div>`;
}

/** Through the object model: a strict policy forbids the attribute. */
function sizePane(pane: HTMLElement | undefined, size: number | undefined): void {
  if (!pane) return;
  if (size === undefined) pane.style.removeProperty('--_workspace-size');
  else pane.style.setProperty('--_workspace-size', `${size}px`);
}

const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** A tablist with roving focus: arrows go round, Home and End to its ends. */
function onTabKey(event: KeyboardEvent): void {
  const tabs = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.indexOf(event.target as HTMLElement);
  const rtl = getComputedStyle(event.currentTarget as HTMLElement).direction === 'rtl';
  const step = (KEYS[event.key] ?? 0) * (rtl ? -1 : 1);
  const to =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? tabs.length - 1
        : step
          ? (at + step + tabs.length) % tabs.length
          : -1;
  if (at < 0 || to < 0) return;
  event.preventDefault();
  tabs[to]!.focus();
  tabs[to]!.click();
}
