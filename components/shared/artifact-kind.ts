import type { IconName } from './icons.js';
import type { StringKey, Wording } from './localize.js';
import type { Status } from './status.js';

const KINDS: Readonly<Record<string, readonly [IconName, StringKey]>> = {
  document: ['file', 'artifact.kindDocument'],
  report: ['file', 'artifact.kindReport'],
  code: ['file', 'artifact.kindCode'],
  image: ['image', 'artifact.kindImage'],
  table: ['archive', 'artifact.kindTable'],
  dataset: ['archive', 'artifact.kindDataset'],
  canvas: ['pencil', 'artifact.kindCanvas'],
  diff: ['bend', 'artifact.kindDiff'],
  browser_snapshot: ['image', 'artifact.kindSnapshot'],
  bundle: ['archive', 'artifact.kindBundle'],
  custom: ['file', 'artifact.kindCustom'],
  unknown: ['question', 'artifact.kindUnknown'],
};

/** Whatever its owner calls it has some icon; the word is the owner's where we have none. */
export function artifactIcon(kind: string): IconName {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind]![0] : 'file';
}

export function artifactKindWord(kind: string, { t }: Wording): string {
  return Object.hasOwn(KINDS, kind) ? t(KINDS[kind]![1]) : kind;
}

const STATUSES: Readonly<Record<string, readonly [Status, StringKey]>> = {
  creating: ['preparing', 'artifact.creating'],
  updating: ['running', 'artifact.updating'],
  ready: ['done', 'artifact.ready'],
  failed: ['failed', 'status.failed'],
  stale: ['blocked', 'artifact.stale'],
  superseded: ['idle', 'artifact.superseded'],
  deleted: ['cancelled', 'artifact.deleted'],
  unknown: ['unknown', 'status.unknown'],
};

/** §2.3: how an artifact stands, and its word; a word that nobody knows stays the owner's. */
export function artifactStatus(
  {
    status,
    failed,
    deleted,
  }: { status: string; failed?: boolean | undefined; deleted?: boolean | undefined },
  { t }: Wording,
): readonly [Status, string] {
  if (failed && !deleted && status !== 'deleted') return ['failed', t('status.failed')];
  if (!Object.hasOwn(STATUSES, status)) return ['unknown', status];
  const [look, word] = STATUSES[status]!;
  return [look, t(word)];
}
