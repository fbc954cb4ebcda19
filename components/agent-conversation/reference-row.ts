import { html, type TemplateResult } from 'lit';
import type { ReferencePart } from '../../src/agent-ui/projection/view-models.js';
import { icon, type IconName } from '../shared/icons.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';

interface Look {
  word: StringKey;
  icon: IconName;
  /** What a host opens it as; without one it is a line of the record. */
  opens?: AgentOpenRequestEvent['kind'];
}

const LOOKS: Readonly<Record<ReferencePart['type'], Look>> = {
  plan: { word: 'reference.plan', icon: 'queued' },
  artifact_ref: { word: 'reference.artifact', icon: 'copy', opens: 'artifact' },
  evidence_ref: { word: 'reference.evidence', icon: 'search', opens: 'evidence' },
  context_event: { word: 'reference.context', icon: 'bend' },
  agent_handoff: { word: 'reference.handoff', icon: 'bend' },
  worker_notification: { word: 'reference.notification', icon: 'eye' },
};

/** SF-MSG-4: what another panel shows whole stands here as one line, in its place; its body never does (M-031). */
export function referenceRow(
  part: ReferencePart,
  { t }: Wording,
  open: (kind: AgentOpenRequestEvent['kind'], id: string) => void,
): TemplateResult {
  const { word, icon: name, opens } = LOOKS[part.type];
  const kind = part.artifact && part.artifact.kind !== 'unknown' ? part.artifact.kind : undefined;
  const status = part.status === 'unknown' ? undefined : part.status;
  const line = html`<span class="status-icon">${icon(name)}</span>
    <span class="verb">${t(word)}</span>
    <span class="reference-title" dir="auto">${part.title ?? part.entityId}</span>
    <span class="tool-state">${[kind, status].filter(Boolean).join(SEPARATOR)}</span>`;
  return html`<div
    class="reference"
    part="reference"
    data-id=${part.entityId}
    data-state=${part.state}
    data-kind=${part.type}
  >
    ${
      opens
        ? html`<button type="button" class="tool-line" @click=${() => open(opens, part.entityId)}>
            ${line}
          </button>`
        : html`<p class="tool-line">${line}</p>`
    }
  </div>`;
}
