import { isJsonObject, isPollutingKey, type JsonObject } from '../../../base/json.js';
import type { KnownEvent } from '../../events/event.js';
import { embeddedFact } from '../embedded-fact.js';
import type { UiMessage, UiPart } from './chat.js';
import { given, textField, type Mapping } from './mapping.js';

/** What the mapping of a part needs; history has it too, of each message. */
export interface PartScope extends Pick<Mapping, 'facts' | 'files' | 'onData'> {
  readonly run: { runId?: string; turnId: string };
}

/** Sources, files, data, steering and what providers add. */
export class PartMapper {
  /** Names of data whose place in the shared state is known to be there. */
  readonly #named = new Set<string>();

  /** The facts of a part. False: it is of no kind that is known. */
  tell(scope: PartScope, messageId: string, part: UiPart, index: number): boolean {
    const { type } = part;
    if (type.startsWith('data-')) this.data(scope, part, type.slice('data-'.length));
    else if (type === 'source-url' || type === 'source-document') source(scope, messageId, part, index);
    else if (type === 'file' || type === 'reasoning-file') file(scope, messageId, part, index);
    else if (type === 'custom') custom(scope, messageId, part, index);
    else if (type === 'steering-message') steering(scope, messageId, part, index);
    else return false;
    return true;
  }

  /** `data-NAME` → the application's own facts, an Agent UI envelope, or the shared state at `/NAME` and `/NAME/id`. */
  data(scope: PartScope, part: UiPart, name: string): void {
    const { facts, run, onData } = scope;
    const { data } = part;
    const id = textField(part, 'id');
    const transient = part['transient'] === true;
    if (name === 'agentui') {
      const fact = embeddedFact(data);
      if (fact) facts.add(run, fact);
      else facts.diagnose('malformed', 'data-agentui', 'A data-agentui part is no event of a known class.');
      return;
    }
    const own = onData?.({ name, ...(id === undefined ? {} : { id }), data, transient });
    if (own !== undefined) {
      for (const fact of [own].flat()) facts.add(run, fact);
      return;
    }
    if (name === '' || isPollutingKey(name) || (id !== undefined && isPollutingKey(id))) {
      facts.diagnose('malformed', 'data', 'A data part has a name or an id that cannot be kept.');
      return;
    }
    const live: Partial<KnownEvent> = transient ? { persistence: 'ephemeral_live' } : {};
    if (id !== undefined && !this.#named.has(name)) {
      this.#named.add(name);
      facts.add(undefined, { type: 'state.delta', payload: { merge: { [name]: {} } } });
    }
    const path = id === undefined ? `/${pointer(name)}` : `/${pointer(name)}/${pointer(id)}`;
    const patch = [{ op: 'add', path, value: data ?? null }];
    facts.add(undefined, { type: 'state.delta', ...live, payload: { patch } } as KnownEvent);
  }
}

/** A non-transient part takes its place in the message; one with the id of another takes that one's. */
export function keepPart(message: UiMessage, chunk: UiPart): number {
  const { transient: _, ...part } = chunk;
  const { id } = part;
  const known =
    id === undefined
      ? -1
      : message.parts.findIndex((other) => other.type === part.type && other['id'] === id);
  if (known >= 0 && part.type.startsWith('data-')) {
    message.parts[known] = part;
    return known;
  }
  return message.parts.push(part) - 1;
}

function source({ facts, run }: PartScope, messageId: string, part: UiPart, index: number): void {
  const sourceId = textField(part, 'sourceId') ?? String(index);
  const title = textField(part, 'title') ?? textField(part, 'filename');
  const anchor = textField(part, 'url');
  facts.add(run, {
    type: 'evidence.changed',
    messageId,
    evidenceId: `${messageId}/${sourceId}`,
    payload: {
      kind: 'source',
      status: 'ready',
      ...given('title', title ?? anchor),
      sources: [{ id: sourceId, ...given('title', title), ...given('anchor', anchor) }],
      ...given('mediaType', part['mediaType']),
    },
  });
}

/** What a text cites, at its end. */
export function citations(scope: PartScope, messageId: string, partId: string, list: unknown): void {
  if (!Array.isArray(list)) return;
  list.forEach((item: unknown, at) => {
    const cited = isJsonObject(item) ? item : {};
    const inner = isJsonObject(cited['source']) ? cited['source'] : cited;
    const part: JsonObject = {
      ...inner,
      sourceId: textField(inner, 'sourceId') ?? textField(inner, 'id') ?? `${partId}#${at + 1}`,
    };
    source(scope, messageId, { type: 'source-url', ...part } as UiPart, at);
  });
}

function file({ facts, run, files }: PartScope, messageId: string, part: UiPart, index: number): void {
  const url = textField(part, 'url');
  const mimeType = textField(part, 'mediaType');
  if (url === undefined) {
    facts.diagnose('malformed', `${part.type}.url`, 'A file has no address.');
    return;
  }
  const artifactId = `${messageId}/file-${index}`;
  facts.add(run, {
    type: 'artifact.created',
    artifactId,
    messageId,
    payload: {
      kind: /^(image|audio|video|text)\//.exec(mimeType ?? '')?.[1] ?? 'file',
      status: 'ready',
      title: textField(part, 'filename') ?? mimeType ?? 'File',
      readRef: files.refOf(artifactId, url),
      ...given('mimeType', mimeType),
    },
  });
}

function custom({ facts, run }: PartScope, messageId: string, part: UiPart, index: number): void {
  const kind = textField(part, 'kind') ?? '';
  if (!/(?:^|[.-])compaction$/.test(kind)) {
    facts.diagnose(
      'unmapped',
      `custom ${kind}`,
      'This version does not show this part of a provider.',
      'info',
    );
    return;
  }
  const boundaryId = `${messageId}/compaction-${index}`;
  facts.add(run, { type: 'context.compaction.completed', messageId, payload: { boundaryId, trigger: kind } });
}

/** What a person said while the agent was at work, where the agent took it up. */
function steering({ facts, run }: PartScope, messageId: string, part: UiPart, index: number): void {
  const id = textField(part, 'id') ?? `${messageId}/steering-${index}`;
  const parts = Array.isArray(part['parts']) ? part['parts'] : [];
  const text = parts
    .map((piece: unknown) => (isJsonObject(piece) && textField(piece, 'text')) || '')
    .join('');
  const said = { id, role: 'user', text, turnId: run.turnId };
  facts.add(undefined, { type: 'queue.changed', payload: { steer: [{ id, text, state: 'accepted' }] } });
  facts.add(run, { type: 'messages.snapshot', payload: { messages: [said], mode: 'repair' } });
}

function pointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
