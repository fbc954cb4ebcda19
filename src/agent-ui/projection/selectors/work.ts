import { sorted } from '../entity-facts.js';
import type { Entity } from '../records.js';
import type {
  ArtifactView,
  ArtifactWorkspaceView,
  EvidenceView,
  SessionTabsView,
  SessionTabView,
  TimelineEvidenceView,
} from '../work-view-models.js';
import { reviewLane } from './board.js';
import { Cached } from './cached.js';
import { addFallback, nameOf, row, text } from './cells.js';
import { isTruncated } from './conversation.js';
import { artifactCard, type ProcessTurns } from './process.js';
import type { SelectorContext } from './selector-context.js';
import { isActive, pendingApprovals } from './stage.js';

/** There may be many, and one changes at a time. */
const artifacts = new Cached<Entity, ArtifactView>();
const records = new Cached<Entity, EvidenceView>();

/** `session.view('artifact_workspace')` (§3.8). */
export function artifactWorkspace(context: SelectorContext): ArtifactWorkspaceView {
  const links = linksOf(context);
  return {
    artifacts: sorted(context.state.artifacts).map((artifact) => {
      const linked = links.get(artifact.id);
      const agent = context.state.agents.get(text(artifact, 'agentId') ?? '');
      const deps = [
        artifact.version,
        context.writesVersion,
        linked && JSON.stringify(linked),
        agent?.version,
      ];
      return artifacts.get(artifact, deps, () => artifactView(context, artifact, linked));
    }),
  };
}

interface ArtifactLinks {
  reviews: { reviewId: string; reviewer?: string; state: string; verdict?: string }[];
  evidence: string[];
  disputed: boolean;
}

/** What other owners say about artifacts, by artifact (SF-ART-7, C29). */
function linksOf(context: SelectorContext): Map<string, ArtifactLinks> {
  const { state } = context;
  const links = new Map<string, ArtifactLinks>();
  const of = (id: string) => {
    const known = links.get(id) ?? { reviews: [], evidence: [], disputed: false };
    links.set(id, known);
    return known;
  };
  for (const { target, reviewId, reviewer, reviewerName, state: standing, verdict, disputed } of reviewLane(
    context,
  ).reviews) {
    if (typeof target?.id !== 'string' || !state.artifacts.has(target.id)) continue;
    const linked = of(target.id);
    linked.reviews.push({ reviewId, reviewer: reviewerName ?? reviewer, state: standing, verdict });
    linked.disputed ||= disputed;
  }
  for (const { id, facts } of sorted(state.evidence)) {
    const { artifactId } = facts;
    if (typeof artifactId === 'string') of(artifactId).evidence.push(id);
  }
  return links;
}

function artifactView(
  context: SelectorContext,
  artifact: Entity,
  linked: ArtifactLinks | undefined,
): ArtifactView {
  const view: ArtifactView = row(
    context,
    artifact,
    'title kind status versionId preview:unavailable readRef:unavailable',
    'edit edit.fork edit.regenerate retry rollback export request_review',
  );
  const { versions, diffs, exports, versionId } = view;
  view.versions = (versions ?? []).map((version) => ({
    ...version,
    current: version.versionId === versionId,
  }));
  // What was shown before there was any version is what became the first.
  if (view.versions.length < 2) delete view.previewStale;
  view.lastConfirmedVersionId = versionId;
  view.diffs = diffs ?? [];
  view.exports = exports ?? [];
  if (linked) {
    const { reviews, evidence, disputed } = linked;
    if (reviews.length > 0) view.reviews = reviews;
    if (evidence.length > 0) view.evidenceRefs = [...new Set([...(view.evidenceRefs ?? []), ...evidence])];
    view.disputed ||= disputed;
  }
  Object.assign(view, artifactCard(artifact));
  const name = nameOf(context.state, view.agentId);
  if (name !== undefined) view.agentName ??= name;
  view.deleted = view.status === 'deleted';
  // A write needs a version to write against (§2.2).
  view.editable =
    !view.deleted && versionId !== undefined && view.writeCapabilities?.includes('edit') !== false;
  if (view.failure || view.status === 'failed') addFallback(view, 'status', 'failed', 'artifact.failed');
  else if (view.disputed) addFallback(view, 'status', 'disputed', 'artifact.disputed');
  else if (view.status === 'stale' || view.stale || view.previewStale)
    addFallback(view, 'preview', 'stale', 'artifact.preview_stale');
  for (const made of view.exports)
    if (made.state === 'completed' && made.exportRef === undefined)
      addFallback(view, `export:${made.exportId}`, 'unavailable', 'artifact.export_ref_missing');
  return view;
}

/** `session.view('timeline_evidence')` (§3.9): timeline, replay and review read the same records. */
export function timelineEvidence(context: SelectorContext, process: ProcessTurns): TimelineEvidenceView {
  const { state, sessionId, writesVersion } = context;
  return {
    turns: process.all(context),
    truncated: isTruncated(state.sessions.get(sessionId)?.facts),
    evidence: sorted(state.evidence).map((evidence) =>
      records.get(evidence, [evidence.version, writesVersion], () => evidenceView(context, evidence)),
    ),
  };
}

function evidenceView(context: SelectorContext, evidence: Entity): EvidenceView {
  const view: EvidenceView = row(
    context,
    evidence,
    'kind status verificationOutcomes sources:unavailable evidencePackRef:unavailable replayRef:unavailable ' +
      'reviewRef:unavailable telemetrySummary:unavailable',
    'export.replay request_review',
  );
  view.packRef = text(evidence, 'evidencePackRef');
  view.status ??= 'unknown';
  view.disputed = view.disputed || view.status === 'disputed';
  view.stale = view.stale || view.status === 'stale';
  if (view.status === 'failed') addFallback(view, 'status', 'failed', 'evidence.failed');
  else if (view.disputed) addFallback(view, 'status', 'disputed', 'evidence.disputed');
  else if (view.stale) addFallback(view, 'status', 'stale', 'evidence.stale');
  return view;
}

/** `session.view('session_tabs')` (§3.10): a summary of each session, whether it is shown or not (R11). */
export function sessionTabs(context: SelectorContext): SessionTabsView {
  const { state, sessionId: activeSessionId } = context;
  const runs = [...state.runs.values()];
  const pending = pendingApprovals(state);
  const artifacts = [...state.artifacts.values()];
  const evidence = sorted(state.evidence);
  return {
    activeSessionId,
    tabs: sorted(state.sessions).map((session) => {
      const { id, facts } = session;
      const view: SessionTabView = row(context, session, 'title', 'close');
      const own = <T extends { sessionId?: unknown }>(record: T) => record.sessionId === id;
      const ownEntity = (entity: Entity) => own(entity.facts);
      const ownRuns = runs.filter(own);
      const count = (told: unknown, known: number) => (typeof told === 'number' ? told : known);
      return {
        ...view,
        active: id === activeSessionId,
        lifecycle: view.lifecycle ?? 'unknown',
        label: view.title ?? id,
        preview: view.preview ?? lastWords(context, id),
        lastActivity: view.lastActivity ?? text(session, 'updatedAt'),
        running: count(facts['runningCount'], ownRuns.filter(isActive).length),
        queued: count(facts['queuedCount'], state.queues.get(id)?.log.value.items.length ?? 0),
        pending: count(facts['pendingCount'], pending.filter(own).length),
        failed: ownRuns.at(-1)?.outcome === 'failed',
        artifactCount: count(facts['artifactCount'], artifacts.filter(ownEntity).length),
        evidenceStatus: text(evidence.findLast(ownEntity), 'status'),
        unread: view.unread ?? false,
        pinned: view.pinned ?? false,
        stale: view.stale ?? false,
      };
    }),
  };
}

/** §3.10: the beginning of what was said last. */
const PREVIEW_CHARS = 120;

function lastWords({ state }: SelectorContext, sessionId: string): string | undefined {
  const { turnOrder, messages } = state;
  for (let i = turnOrder.length - 1; i >= 0; i--) {
    const turn = turnOrder[i]!;
    if (turn.sessionId !== sessionId) continue;
    const last = turn.log.parts.findLast((part) => part.messageId !== undefined);
    const said = last && (last.type === 'user_text' ? messages.get(last.messageId!)?.text : last.text.text);
    if (said) return said.slice(0, PREVIEW_CHARS);
  }
  return undefined;
}
