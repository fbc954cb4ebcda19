import type {
  ContextRef,
  ControlReceipt,
  MessageAttachment,
  MessageExtras,
} from '../../src/agent-ui/events/control-request.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { realRuntime } from '../../src/base/runtime.js';
import { Signal } from '../../src/base/signals.js';

export type Verb = 'send' | 'queue' | 'steer';

/** A file that a person wants to send. */
export interface DraftFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  /** Absent where it was attached in another life of the page. */
  readonly file?: File;
  state: 'uploading' | 'ready' | 'failed' | 'refused';
  /** From 0 to 1; absent while nobody knows. */
  progress?: number;
  /** Which rule refused it. */
  rule?: 'size' | 'type' | 'count';
  /** Why the upload failed, in the host's words. */
  reason?: string;
  /** What the host answered. */
  attachment?: MessageAttachment;
  cancel?: () => void;
}

/** Something for the agent to read. */
export interface DraftRef {
  readonly ref: ContextRef;
  /** It stands as `@label` in the text, and goes when that is deleted. */
  readonly mention: boolean;
}

/** A message that was sent, and whose owner has not said what came of it. */
export interface SentMessage {
  readonly verb: Verb;
  readonly clientId: string;
  readonly text: string;
  readonly files: readonly DraftFile[];
  readonly refs: readonly DraftRef[];
  readonly mode: string | undefined;
}

/** A request that came to nothing. */
export interface Refusal {
  readonly reason: string;
  /** What can be put back into the field; absent where it stands there already. */
  readonly message?: SentMessage;
}

/**
 * What a person has written for one session, with all that belongs to it (M-028). It outlives the composer: files go
 * on being uploaded, and a refusal finds its way back, while another session is shown or none.
 */
export class Draft {
  text = '';
  files: readonly DraftFile[] = [];
  refs: readonly DraftRef[] = [];
  mode: string | undefined;
  /** Queued or steered, and not yet in the owner's queue. */
  outbox: readonly SentMessage[] = [];
  refusals: readonly Refusal[] = [];
  /** Grows when the text was changed by something else than typing. */
  revision = 0;
  readonly #session: WeakRef<AgentSession> | undefined;
  readonly #changes = new Signal.State(0);

  constructor(session?: AgentSession) {
    this.#session = session && new WeakRef(session);
    if (!session) return;
    const { attachments = [], contextRefs = [], mode } = session.draftExtras;
    this.text = session.draft;
    this.files = attachments.map(fileOf);
    this.refs = contextRefs.map((ref) => ({ ref, mention: this.text.includes(`@${ref.label}`) }));
    this.mode = mode;
  }

  /** Makes whoever renders now depend on it. */
  track(): void {
    this.#changes.get();
  }

  changed(): void {
    this.keep();
    this.#changes.set(Signal.subtle.untrack(() => this.#changes.get()) + 1);
  }

  /** Nothing that a person would miss. */
  get empty(): boolean {
    return this.text.trim() === '' && this.files.length === 0 && this.refs.length === 0;
  }

  /** Something can be sent. */
  get sayable(): boolean {
    return this.text.trim() !== '' || this.files.some(({ state }) => state === 'ready');
  }

  get uploading(): boolean {
    return this.files.some(({ state }) => state === 'uploading');
  }

  /** Files that will never be sent as they are. */
  get broken(): boolean {
    return this.files.some(({ state }) => state === 'failed' || state === 'refused');
  }

  /** Takes what is written as a message, and leaves an empty draft; the mode stays chosen. */
  take(verb: Verb, mode: string | undefined): SentMessage {
    const { files, refs } = this;
    const message = { verb, clientId: realRuntime.uuid(), text: this.text.trim(), files, refs, mode };
    this.text = '';
    this.files = [];
    this.refs = [];
    // What was put back into the field has been sent again; what could not be put back still waits.
    this.refusals = this.refusals.filter((refusal) => refusal.message);
    this.revision++;
    this.changed();
    return message;
  }

  /** Waits for the owner's receipt. A message that was refused comes back, unless something new stands in the field. */
  async follow(message: SentMessage, asked: Promise<ControlReceipt>): Promise<Refusal | undefined> {
    if (message.verb !== 'send') this.outbox = [...this.outbox, message];
    this.changed();
    const receipt = await asked;
    if (receipt.status === 'accepted') return undefined;
    this.outbox = this.outbox.filter((other) => other !== message);
    return this.refuse(receipt.reason ?? '', message);
  }

  refuse(reason: string, message?: SentMessage): Refusal {
    const back = message && this.empty;
    const refusal: Refusal = message && !back ? { reason, message } : { reason };
    this.refusals = [...this.refusals, refusal];
    if (back) this.#restore(message);
    this.changed();
    return refusal;
  }

  /** Before what has been written since: nothing is lost. */
  putBack(refusal: Refusal): void {
    this.refusals = this.refusals.filter((other) => other !== refusal);
    if (refusal.message) this.#restore(refusal.message);
    this.changed();
  }

  dismiss(refusal: Refusal): void {
    this.refusals = this.refusals.filter((other) => other !== refusal);
    this.changed();
  }

  choose(mode: string): void {
    this.mode = mode;
    this.changed();
  }

  addRef(ref: ContextRef, mention = false): void {
    if (!this.refs.some((other) => other.ref.id === ref.id)) this.refs = [...this.refs, { ref, mention }];
    this.changed();
  }

  /** Its chip goes, and its words in the text with it. */
  removeRef(id: string): void {
    const gone = this.refs.find(({ ref }) => ref.id === id);
    this.refs = this.refs.filter((other) => other !== gone);
    if (gone?.mention) {
      this.text = this.text.replace(`@${gone.ref.label} `, '').replace(`@${gone.ref.label}`, '');
      this.revision++;
    }
    this.changed();
  }

  /** A person typed. A mention whose words are gone is meant no more. */
  type(text: string): void {
    this.text = text;
    const refs = this.refs.filter(({ ref, mention }) => !mention || text.includes(`@${ref.label}`));
    if (refs.length === this.refs.length) this.keep();
    else {
      this.refs = refs;
      this.changed();
    }
  }

  /** Goes on with the draft of an earlier object of the same session. */
  adopt({ text, files, refs, mode }: Draft): void {
    Object.assign(this, { text, files, refs, mode });
  }

  /** For the session to save. */
  keep(): void {
    const session = this.#session?.deref();
    if (!session) return;
    session.draft = this.text;
    session.draftExtras = extrasOf(this);
    if (this.empty) byId.delete(session.sessionId);
    else byId.set(session.sessionId, this);
  }

  #restore({ text, files, refs, mode }: SentMessage): void {
    this.text = this.text.trim() ? `${text}\n${this.text}` : text;
    this.files = [...files, ...this.files];
    this.refs = [...refs, ...this.refs.filter(({ ref }) => !refs.some((other) => other.ref.id === ref.id))];
    this.mode = mode ?? this.mode;
    this.revision++;
  }
}

/** What goes with the words; files that have not arrived do not. */
export function extrasOf({ files, refs, mode }: Pick<SentMessage, 'files' | 'refs' | 'mode'>): MessageExtras {
  return {
    attachments: files.flatMap(({ attachment }) => attachment ?? []),
    contextRefs: refs.map(({ ref }) => ref),
    ...(mode === undefined ? {} : { mode }),
  };
}

function fileOf(attachment: MessageAttachment): DraftFile {
  const { id, name = id, mimeType = '', size = 0 } = attachment;
  return { name, mimeType, size, state: 'ready', attachment };
}

const bySession = new WeakMap<AgentSession, Draft>();
/** A workbench that comes back makes its session anew. */
const byId = new Map<string, Draft>();

/** The draft of a session: the same for every composer that shows it. */
export function draftOf(session: AgentSession): Draft {
  let draft = bySession.get(session);
  if (!draft) {
    draft = new Draft(session);
    const old = byId.get(session.sessionId);
    if (old && draft.empty) draft.adopt(old);
    bySession.set(session, draft);
  }
  return draft;
}
