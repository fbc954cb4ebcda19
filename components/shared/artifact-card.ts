import { html, nothing, type TemplateResult } from 'lit';
import type { ArtifactCard } from '../../src/agent-ui/projection/work-view-models.js';
import { artifactIcon, artifactKindWord, artifactStatus } from './artifact-kind.js';
import { icon } from './icons.js';
import type { StringKey, Wording } from './localize.js';
import { SEPARATOR } from './separator.js';
import { statusIcon } from './status.js';

const EXPORTS: Readonly<Record<string, StringKey>> = {
  started: 'artifact.cardExporting',
  completed: 'artifact.cardExported',
  failed: 'artifact.cardExportFailed',
};

/**
 * SF-ART-1, M-031: an artifact in the conversation, as a card that opens it; its body is in the workspace, and never
 * here.
 */
export function artifactCard(
  card: ArtifactCard,
  wording: Wording,
  open: (kind: 'artifact', id: string) => void,
): TemplateResult {
  const { t } = wording;
  const { artifactId, title, kind, status, versionId, exportState, sources = 0, evidence = 0 } = card;
  const [look, word] = artifactStatus(card, wording);
  const facts = [
    artifactKindWord(kind, wording),
    versionId,
    sources > 0 ? t('artifact.sourceCount', { count: sources }) : undefined,
    evidence > 0 ? t('artifact.evidenceCount', { count: evidence }) : undefined,
    exportState && Object.hasOwn(EXPORTS, exportState) ? t(EXPORTS[exportState]!) : undefined,
  ];
  return html`<div
    class="artifact-card"
    part="artifact-card"
    data-id=${artifactId}
    data-state=${status}
    data-kind=${kind}
    data-fallback=${look === 'failed' ? 'failed' : kind === 'unknown' ? 'unknown' : nothing}
  >
    <button type="button" class="artifact-card-line" @click=${() => open('artifact', artifactId)}>
      <span class="artifact-card-icon">${icon(artifactIcon(kind))}</span>
      <span class="artifact-card-title" dir="auto">${title ?? artifactId}</span>
      <span class="artifact-card-facts">${facts.filter(Boolean).join(SEPARATOR)}</span>
      <span class="artifact-card-state" data-status=${look}>${statusIcon(look)} ${word}</span>
    </button>
  </div>`;
}
