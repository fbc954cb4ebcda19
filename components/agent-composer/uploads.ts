import { messageOf } from '../../src/base/coded-error.js';
import type { Draft, DraftFile } from './draft.js';

/** What an upload is told. */
export interface UploadOptions {
  /** Aborted when the person removes the file. */
  signal: AbortSignal;
  /** How much has arrived, from 0 to 1. */
  progress(share: number): void;
}

/** What an upload answers: how the agent will know the file. */
export interface UploadedFile {
  id: string;
  url?: string;
  name?: string;
  mimeType?: string;
}

/** Puts a file where the agent can read it. It is the host's: nothing is sent anywhere by us. */
export type Upload = (file: File, options: UploadOptions) => Promise<UploadedFile>;

export interface UploadRules {
  upload: Upload;
  /** As `accept` of a file field: `.pdf, image/*`. Empty: everything. */
  accept: string;
  /** Bytes. */
  maxSize: number;
  maxFiles: number;
}

/** Takes files into the draft, and uploads those that the rules allow. */
export function addFiles(draft: Draft, files: readonly File[], rules: UploadRules): void {
  for (const file of files) {
    const { name, type: mimeType, size } = file;
    const taken = draft.files.filter(({ state }) => state !== 'refused').length;
    const rule = !accepts(file, rules.accept)
      ? ('type' as const)
      : size > rules.maxSize
        ? ('size' as const)
        : taken >= rules.maxFiles
          ? ('count' as const)
          : undefined;
    const entry: DraftFile = { name, mimeType, size, file, state: rule ? 'refused' : 'uploading', rule };
    draft.files = [...draft.files, entry];
    if (!rule) startUpload(draft, entry, rules.upload);
  }
  draft.changed();
}

/** Uploads a file, for the first time or again. */
export function startUpload(draft: Draft, entry: DraftFile, upload: Upload): void {
  const { file } = entry;
  if (!file) return;
  const abort = new AbortController();
  Object.assign(entry, { state: 'uploading', progress: undefined, reason: undefined });
  entry.cancel = () => abort.abort();
  const progress = (share: number) => {
    if (abort.signal.aborted || entry.state !== 'uploading' || !(share >= 0)) return;
    entry.progress = Math.min(1, share);
    draft.changed();
  };
  const end = (change: Partial<DraftFile>) => {
    if (abort.signal.aborted) return;
    Object.assign(entry, change, { cancel: undefined });
    draft.changed();
  };
  // The host's function may throw at once; it must not take the others with it.
  Promise.resolve()
    .then(() => upload(file, { signal: abort.signal, progress }))
    .then((answer) => {
      if (typeof answer?.id !== 'string' || !answer.id) throw new Error('The upload gave no id.');
      const { name, mimeType, size } = entry;
      const { id, url } = answer;
      const attachment = {
        id,
        name: answer.name ?? name,
        mimeType: (answer.mimeType ?? mimeType) || undefined,
        size,
        url,
      };
      end({ state: 'ready', attachment });
    })
    .catch((thrown: unknown) => end({ state: 'failed', reason: messageOf(thrown) }));
  draft.changed();
}

/** Takes a file out of the draft; its upload is stopped. */
export function removeFile(draft: Draft, entry: DraftFile): void {
  entry.cancel?.();
  draft.files = draft.files.filter((other) => other !== entry);
  draft.changed();
}

/** Files that were pasted or dropped. Where there is text too, such as from a spreadsheet, the text is meant. */
export function filesIn(data: DataTransfer | null): File[] {
  return data && !data.types.includes('text/plain') ? [...data.files] : [];
}

function accepts({ name, type }: File, accept: string): boolean {
  const rules = accept
    .split(',')
    .map((rule) => rule.trim().toLowerCase())
    .filter(Boolean);
  if (rules.length === 0) return true;
  return rules.some((rule) => {
    if (rule.startsWith('.')) return name.toLowerCase().endsWith(rule);
    if (rule.endsWith('/*')) return type.toLowerCase().startsWith(rule.slice(0, -1));
    return type.toLowerCase() === rule;
  });
}
