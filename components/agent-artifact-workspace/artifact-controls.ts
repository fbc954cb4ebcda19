import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import {
  AgentExportRequestEvent,
  AgentForkRequestEvent,
  AgentRegenerateRequestEvent,
  AgentReviewRequestEvent,
  AgentRollbackRequestEvent,
} from '../shared/team-request-events.js';
import { workControls, type WantedControl, type WorkControl } from '../shared/work-control.js';
import { AgentWorkRetryRequestEvent } from '../shared/work-request-events.js';

/** Whether the owner lets it be done; without a list of what it lets be done, the runtime decides. */
export function allows({ deleted, writeCapabilities }: ArtifactView, ...words: readonly string[]): boolean {
  return !deleted && (!writeCapabilities || words.some((word) => writeCapabilities.includes(word)));
}

/** What can be asked for now about an artifact as a whole (W10, W20, W23). */
export function artifactControls(
  artifact: ArtifactView,
  session: AgentSession,
  writes: ReadonlyMap<string, WriteRecord>,
): WorkControl[] {
  const { artifactId, versionId, deleted, failure, status } = artifact;
  const wanted: WantedControl[] = [];
  if (!deleted && (failure || status === 'failed') && failure?.operation !== 'save') {
    wanted.push({
      word: 'artifact.retry',
      request: { kind: 'retry', artifactId },
      event: () => new AgentWorkRetryRequestEvent({ artifactId }),
    });
  }
  if (allows(artifact, 'regenerate'))
    wanted.push({
      word: 'artifact.regenerate',
      request: { kind: 'edit.regenerate', artifactId },
      event: () => new AgentRegenerateRequestEvent({ artifactId }),
    });
  if (allows(artifact, 'fork')) wanted.push(forkOf(artifactId, versionId));
  if (!deleted) {
    const review = { targetId: artifactId, targetKind: 'artifact' };
    wanted.push({
      word: 'artifact.review',
      request: { kind: 'request_review', ...review },
      event: () => new AgentReviewRequestEvent(review),
    });
  }
  return workControls(wanted, session, writes);
}

function forkOf(artifactId: string, versionId: string | undefined): WantedControl {
  const fork = versionId === undefined ? { artifactId } : { artifactId, versionId };
  return {
    word: 'artifact.fork',
    request: { kind: 'edit.fork', ...fork },
    event: () => new AgentForkRequestEvent(fork),
  };
}

/** W22: the version that is in force, in a format. */
export function exportControl(
  artifact: ArtifactView,
  format: string | undefined,
  session: AgentSession,
  writes: ReadonlyMap<string, WriteRecord>,
): WorkControl | undefined {
  if (!allows(artifact, 'export')) return undefined;
  const { artifactId, versionId } = artifact;
  const what = {
    artifactId,
    ...(versionId === undefined ? {} : { versionId }),
    ...(format ? { format } : {}),
  };
  const wanted: WantedControl = {
    word: 'artifact.export',
    request: { kind: 'export', ...what },
    event: () => new AgentExportRequestEvent(what),
  };
  return workControls([wanted], session, writes)[0];
}

/** W21: another version than the one in force. */
export function rollbackControl(
  artifact: ArtifactView,
  versionId: string,
  session: AgentSession,
  writes: ReadonlyMap<string, WriteRecord>,
): WorkControl | undefined {
  if (!allows(artifact, 'edit', 'rollback')) return undefined;
  const to = { artifactId: artifact.artifactId, versionId };
  const wanted: WantedControl = {
    word: 'artifact.rollback',
    request: { kind: 'rollback', ...to },
    event: () => new AgentRollbackRequestEvent(to),
  };
  return workControls([wanted], session, writes)[0];
}
