import type { JsonObject } from '../../../base/json.js';
import type { Detail } from '../adapter.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import type { Artifact, Part } from './wire.js';

/** Of a text, so much is shown before somebody opens it. */
const PREVIEW_CHARS = 8 * 1024;
/** Characters kept of all artifacts together. */
const MAX_KEPT = 8 * 1024 * 1024;

interface Kept {
  /** In facts. */
  readonly artifactId: string;
  readonly taskId: string;
  readonly ref: string;
  readonly run: RunRef;
  /** Pieces of one text are one. */
  parts: Part[];
  /** How many came. */
  pieces: number;
  preview: string;
  ready: boolean;
  /** The preview that facts have. */
  shown: string;
}

/** Artifacts of tasks → `artifact.*`. A piece extends what is there; a snapshot stands in its place. */
export class ArtifactMapper {
  readonly #kept = new Map<string, Kept>();
  /** Agents name artifacts for each task anew. */
  readonly #owners = new Map<string, string>();
  #size = 0;
  /** Something of these has not been told. */
  readonly #changed = new Set<Kept>();

  constructor(private readonly facts: FactWriter) {}

  /**
   * @param append to what is there; else in its place
   * @param complete nothing of it will follow
   */
  take(artifact: Artifact, taskId: string, run: RunRef, append: boolean, complete: boolean): void {
    const ref = `a2a:artifact:${taskId}/${artifact.artifactId}`;
    const known = this.#kept.get(ref);
    const kept = known ?? this.#make(ref, artifact.artifactId, taskId, run);
    if (append && !known)
      this.facts.diagnose(
        'malformed',
        'artifact',
        'A piece came of an artifact whose beginning is not here.',
      );
    const { preview, ready } = kept;
    const pieces = kept.pieces;
    kept.pieces = (append ? pieces : 0) + artifact.parts.length;
    let added = append ? 0 : -sizeOf(kept.parts);
    if (!append) {
      kept.parts = [];
      kept.preview = '';
    }
    for (const part of artifact.parts) {
      const last = kept.parts.at(-1);
      if (last?.text !== undefined && part.text !== undefined && goesOn(last, part)) last.text += part.text;
      else kept.parts.push({ ...part });
      added += (part.text?.length ?? 0) + (part.raw?.length ?? 0);
      if (kept.preview.length < PREVIEW_CHARS)
        kept.preview = (kept.preview + shownOf(part)).slice(0, PREVIEW_CHARS);
    }
    kept.ready ||= complete;
    this.#trim(added);
    if (!known) {
      const { name, description } = artifact;
      const title = name ?? artifact.parts[0]?.filename ?? description;
      const head = { ...(title === undefined ? {} : { title }), kind: kindOf(artifact.parts) };
      const { artifactId } = kept;
      const payload = { ...head, ...this.#body(kept) };
      this.facts.add(run, { type: 'artifact.created', artifactId, taskId, payload });
    } else if (kept.ready !== ready || kept.pieces !== pieces || kept.preview !== preview)
      this.#changed.add(kept);
  }

  /** Tells what has changed: once for all that one network read brought. */
  settle(): void {
    for (const kept of this.#changed) {
      const { artifactId, taskId, run } = kept;
      const payload = this.#body(kept);
      this.facts.add(run, { type: 'artifact.updated', artifactId, taskId, payload });
    }
    this.#changed.clear();
  }

  /** The task has completed: nothing of its artifacts will follow. */
  complete(task: string): void {
    for (const kept of this.#kept.values()) {
      if (kept.ready || kept.taskId !== task) continue;
      kept.ready = true;
      this.#changed.add(kept);
    }
    this.settle();
  }

  /** Content of a message that is no text. */
  attached(parts: readonly Part[], messageId: string, taskId: string, run: RunRef): void {
    parts.forEach((part, index) => {
      if (part.text !== undefined || kindOf([part]) === 'data') return;
      const artifactId = `${messageId}/${index + 1}`;
      this.take({ artifactId, name: part.filename, parts: [part] }, taskId, run, false, true);
    });
  }

  /** What is kept of it here; `undefined`: nothing, or not any more. */
  detail(ref: string): Detail | undefined {
    const parts = this.#kept.get(ref)?.parts;
    return parts?.length ? detailOf(parts) : undefined;
  }

  /** So much is kept; of the oldest that are complete, the agent is asked again. */
  #trim(added: number): void {
    this.#size += added;
    for (const kept of this.#kept.values()) {
      if (this.#size <= MAX_KEPT) return;
      if (!kept.ready) continue;
      this.#size -= sizeOf(kept.parts);
      kept.parts = [];
    }
  }

  #make(ref: string, name: string, taskId: string, run: RunRef): Kept {
    const owner = this.#owners.get(name) ?? taskId;
    this.#owners.set(name, owner);
    const artifactId = owner === taskId ? name : `${taskId}/${name}`;
    const kept: Kept = {
      artifactId,
      taskId,
      ref,
      run,
      parts: [],
      pieces: 0,
      preview: '',
      ready: false,
      shown: '',
    };
    this.#kept.set(ref, kept);
    return kept;
  }

  #body(kept: Kept): JsonObject {
    const { parts, preview, ready, shown, ref } = kept;
    const url = parts.length === 1 ? parts[0]!.url : undefined;
    kept.shown = preview;
    return {
      status: ready ? 'ready' : 'updating',
      readRef: url ?? ref,
      ...(preview === shown ? {} : { preview }),
      ...(parts[0]?.mediaType === undefined ? {} : { mimeType: parts[0].mediaType }),
    };
  }
}

/** Only what its content says: nobody names a kind. */
function kindOf(parts: readonly Part[]): string {
  const [first] = parts;
  const [family] = (first?.mediaType ?? '').split('/');
  if (family === 'image' || family === 'audio' || family === 'video') return family;
  if (first?.data !== undefined) return 'data';
  return first?.text === undefined ? 'file' : 'text';
}

/** The whole of it, for a person to look at. */
export function detailOf(parts: readonly Part[]): Detail {
  const [first] = parts;
  const file = parts.find(({ raw, url }) => raw !== undefined || url !== undefined);
  if (file) {
    const contentType = file.mediaType ?? 'application/octet-stream';
    return { contentType, text: file.url ?? `data:${contentType};base64,${file.raw ?? ''}` };
  }
  const texts = parts.map(shownOf);
  const contentType = first?.text === undefined ? 'application/json' : (first.mediaType ?? 'text/plain');
  return { contentType, text: texts.join('') };
}

/** Whether a text is the rest of the one before. */
function goesOn(last: Part, { mediaType, filename }: Part): boolean {
  return mediaType === last.mediaType && filename === undefined && last.filename === undefined;
}

function shownOf({ text, data }: Part): string {
  return text ?? (data === undefined ? '' : JSON.stringify(data, undefined, 2));
}

function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text, raw }) => sum + (text?.length ?? 0) + (raw?.length ?? 0), 0);
}
