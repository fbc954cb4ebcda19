import { html, nothing, type TemplateResult } from 'lit';
import { isJsonObject } from '../../src/base/json.js';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import { artifactKindWord, artifactStatus } from '../shared/artifact-kind.js';
import { copyButton } from '../shared/copy-button.js';
import { byteSize } from '../shared/duration.js';
import { SEPARATOR } from '../shared/separator.js';
import { fullText, middleEllipsis } from '../shared/value-text.js';
import { refLinks } from './ref-links.js';
import type { WorkspaceContext } from './workspace-context.js';

const MAX_VALUE = 400;

/** What is known of an artifact, what is not, and what it is linked with (M-029, SF-ART-7). */
export function artifactFacts(artifact: ArtifactView, context: WorkspaceContext): TemplateResult {
  const { wording } = context;
  const { t } = wording;
  const {
    artifactId,
    kind,
    versionId,
    mimeType,
    sizeBytes,
    writeCapabilities,
    metadata,
    reviews = [],
  } = artifact;
  const known = (name: string, value: unknown, fallback?: string) =>
    html`<dt>${name}</dt>
      <dd dir="auto" data-fallback=${fallback ?? nothing}>${value}</dd>`;
  const missing = (name: keyof ArtifactView, label: string, value: string | undefined) => {
    const token = artifact.fallbacks?.[name]?.token;
    const word = t(token === 'unavailable' ? 'artifact.unavailable' : 'status.unknown');
    return value === undefined ? known(label, word, token ?? 'unknown') : known(label, value);
  };
  const optional = (name: string, value: unknown) => (value === undefined ? nothing : known(name, value));
  return html`<dl class="facts" part="facts">
      ${known(
        t('artifact.id'),
        html`<code dir="ltr">${middleEllipsis(artifactId, 48)}</code>
          ${copyButton(() => artifactId, t('copy.named', { what: t('artifact.id') }), wording)}`,
      )}
      ${missing('kind', t('artifact.kind'), kind === 'unknown' ? undefined : artifactKindWord(kind, wording))}
      ${missing('status', t('artifact.status'), artifact.status === 'unknown' ? undefined : artifactStatus(artifact, wording)[1])}
      ${missing('versionId', t('artifact.version'), versionId)} ${optional(t('artifact.type'), mimeType)}
      ${optional(t('artifact.size'), sizeBytes === undefined ? undefined : byteSize(sizeBytes, wording))}
      ${optional(t('artifact.by'), artifact.agentName ?? artifact.agentId)}
      ${optional(t('artifact.task'), artifact.taskId)}
      ${optional(t('artifact.allowed'), writeCapabilities?.join(', '))}
      ${reviews.map(({ reviewer, state, verdict }) =>
        known(t('artifact.reviewOf'), [reviewer, verdict ?? state].filter(Boolean).join(SEPARATOR)),
      )}
      ${
        isJsonObject(metadata)
          ? Object.entries(metadata).map(([name, value]) =>
              known(name, middleEllipsis(fullText(value), MAX_VALUE)),
            )
          : nothing
      }
    </dl>
    ${linked(t('artifact.comesFrom'), sourcesOf(artifact), context)}
    ${linked(
      t('artifact.evidence'),
      (artifact.evidenceRefs ?? []).map((ref) => (ref.startsWith('evidence:') ? ref : `evidence:${ref}`)),
      context,
    )}`;
}

/** Everything that its facts name as where it comes from, once each. */
function sourcesOf({ sourceRefs = [], turnId, toolCallId, agentId }: ArtifactView): string[] {
  const told = [...sourceRefs];
  for (const [kind, id] of [
    ['turn', turnId],
    ['tool', toolCallId],
    ['agent', agentId],
  ])
    if (id !== undefined) told.push(`${kind}:${id}`);
  return [...new Set(told)];
}

function linked(label: string, refs: readonly string[], context: WorkspaceContext): unknown {
  if (refs.length === 0) return nothing;
  return html`<section class="linked" aria-label=${label}>
    <h3 class="label">${label}</h3>
    ${refLinks(refs, context)}
  </section>`;
}
