import { html, nothing, type TemplateResult } from 'lit';
import type { StringKey } from '../shared/localize.js';
import { safeUrl } from '../shared/markdown/safe-url.js';
import { middleEllipsis } from '../shared/value-text.js';
import type { WorkspaceContext } from './workspace-context.js';

/** `tool:tc-1` says what it is; what says nothing of the kind is a source, as its owner named it. */
const KINDS: Readonly<Record<string, StringKey>> = {
  tool: 'artifact.linkTool',
  turn: 'artifact.linkTurn',
  agent: 'artifact.linkAgent',
  artifact: 'artifact.linkArtifact',
  evidence: 'artifact.linkEvidence',
};

/** SF-ART-7: to the turn, the tool, the source, the evidence: each opens where it stands. */
export function refLinks(refs: readonly string[], context: WorkspaceContext): unknown {
  if (refs.length === 0) return nothing;
  return html`<p class="links">${[...new Set(refs)].map((ref) => refLink(ref, context))}</p>`;
}

function refLink(ref: string, { open, wording: { t } }: WorkspaceContext): TemplateResult {
  const [, kind = '', id = ''] = /^(\w+):(?!\/\/)(.+)$/s.exec(ref) ?? [];
  if (Object.hasOwn(KINDS, kind))
    return html`<button
      type="button"
      class="link"
      data-kind=${kind}
      data-ref=${id}
      dir="auto"
      @click=${() => open(kind as 'tool' | 'turn' | 'agent' | 'artifact' | 'evidence', id)}
    >
      ${t(KINDS[kind]!, { id: middleEllipsis(id, 32) })}
    </button>`;
  const url = safeUrl(ref);
  return url?.host
    ? html`<a href=${url.href} target="_blank" rel="noopener noreferrer" dir="ltr"
        >${middleEllipsis(ref, 60)}</a
      >`
    : html`<code dir="ltr">${middleEllipsis(ref, 60)}</code>`;
}
