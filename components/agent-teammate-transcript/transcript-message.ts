import { html, nothing, type TemplateResult } from 'lit';
import { markdown } from '#markdown';
import type { Detail } from '../../src/agent-ui/adapters/adapter.js';
import { isJsonObject } from '../../src/base/json.js';
import { ago } from '../shared/ago.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { valueText } from '../shared/value-text.js';

/** The rank of headings inside a message: they are no outline of the page. */
const HEADING_LEVEL = 6;
/** A longer reference is no window: its end is shown as it is. */
const MAX_PARSED = 1_000_000;
const MAX_PLAIN = 20_000;

/** A page of a transcript, oldest first. */
export interface TranscriptPage {
  messages: readonly unknown[];
  /** The reference of the page before. */
  cursor?: string;
}

/**
 * What a transcript's reference gave: a list of messages, `{ messages, cursor }`, a line of JSON for each, or a text.
 * Whatever else it is, it is shown as it came.
 */
export function readTranscript({ text }: Detail): TranscriptPage {
  if (text.length > MAX_PARSED) return plain(text);
  const whole = parsed(text);
  if (Array.isArray(whole)) return { messages: whole };
  if (isJsonObject(whole) && Array.isArray(whole['messages'])) {
    const { messages, cursor } = whole;
    return { messages, ...(typeof cursor === 'string' ? { cursor } : {}) };
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const each = lines.map(parsed);
  return lines.length > 1 && each.every(isJsonObject) ? { messages: each } : plain(text);
}

function plain(text: string): TranscriptPage {
  return { messages: text === '' ? [] : [{ text: text.slice(-MAX_PLAIN) }] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What makes it the same message, from wherever it came. */
export function messageKey(message: unknown): string {
  if (!isJsonObject(message)) return `value:${JSON.stringify(message)}`;
  const { id, messageId, role } = message;
  const named = [id, messageId].find((each) => typeof each === 'string');
  return named === undefined ? `${String(role)}:${textOf(message)}` : `id:${String(named)}`;
}

/** The words of a message, in any of the shapes in which runtimes keep them. */
export function textOf(message: unknown): string {
  if (!isJsonObject(message)) return valueText(message).text;
  const { text, content, parts, delta } = message;
  for (const said of [text, content, delta]) if (typeof said === 'string') return said;
  const list = [content, parts].find(Array.isArray);
  const words = list?.flatMap((part) =>
    isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  );
  return words && words.length > 0 ? words.join('\n\n') : valueText(message).text;
}

const ROLES: Readonly<Record<string, StringKey>> = {
  user: 'transcript.roleUser',
  system: 'transcript.roleSystem',
  tool: 'transcript.roleTool',
};

/** One message: the teammate's own as Markdown, what it was told as it was written. */
export function transcriptMessage(message: unknown, name: string, wording: Wording): TemplateResult {
  const { t } = wording;
  const facts = isJsonObject(message) ? message : {};
  const role = typeof facts['role'] === 'string' ? facts['role'] : undefined;
  const own = role === undefined || role === 'assistant' || role === 'agent';
  const known = ROLES[role ?? ''];
  const author = [facts['authorName'], facts['agentName'], facts['name'], facts['author']].find(
    (each) => typeof each === 'string',
  ) as string | undefined;
  const at = [facts['timestamp'], facts['createdAt'], facts['at']].find((each) => typeof each === 'string');
  const when = at === undefined ? undefined : ago(at as string, wording);
  const id = [facts['id'], facts['messageId']].find((each) => typeof each === 'string') as string | undefined;
  return html`<div
    class="message"
    part="message"
    data-id=${id ?? nothing}
    data-state=${role ?? 'unknown'}
    data-fallback=${role === undefined ? 'unknown' : nothing}
  >
    <p class="by">
      <bdi>${author ?? (known ? t(known) : own ? name : role)}</bdi>
      ${when === undefined ? nothing : html`<span class="meta">${when}</span>`}
    </p>
    ${
      own
        ? html`<div class="prose">${markdown(textOf(message), false, wording, HEADING_LEVEL)}</div>`
        : html`<p class="told" dir="auto">${textOf(message)}</p>`
    }
  </div>`;
}
