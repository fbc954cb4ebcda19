import { html, type TemplateResult } from 'lit';
import { icon, type IconName } from './icons.js';
import type { StringKey, Wording } from './localize.js';

/** How many tints there are in `teammate-styles.ts`. */
const TINTS = 6;

const SOURCES: Readonly<Record<string, readonly [StringKey, IconName | undefined]>> = {
  agent: ['team.sourceAgent', undefined],
  subagent: ['team.sourceAgent', undefined],
  human: ['team.sourceHuman', 'person'],
  remote: ['team.sourceRemote', 'globe'],
  background: ['team.sourceBackground', 'clock'],
};

/** What kind of teammate it is; a word that the standard has not is shown as it is. */
export function sourceWord(source: string, { t }: Wording): string {
  const known = Object.hasOwn(SOURCES, source) ? SOURCES[source] : undefined;
  return known ? t(known[0]) : source;
}

/**
 * A face for a name that always stands beside it. Nothing is fetched: of an `avatar` only a sign of one or two
 * letters is shown, such as an emoji (known-failure 43). People are round, agents square.
 */
export function teammateAvatar(who: {
  key: string;
  label: string;
  source?: string;
  avatar?: string;
  color?: string;
}): TemplateResult {
  const { key, label, source, avatar, color } = who;
  const mark = source !== undefined && Object.hasOwn(SOURCES, source) ? SOURCES[source]![1] : undefined;
  return html`<span
    class="avatar"
    data-source=${source ?? 'unknown'}
    data-tint=${tintOf(key)}
    aria-hidden="true"
  >
    ${isColour(color) ? ring(color) : ''}${signOf(avatar) ?? initials(label)}${mark ? html`<span class="avatar-mark">${icon(mark)}</span>` : ''}
  </span>`;
}

/** Only a name or a number: nothing that could be fetched. Words on the face keep a colour that can be read. */
function isColour(color: string | undefined): color is string {
  return color !== undefined && /^(?:#[\da-f]{3,8}|[a-z]{3,20})$/i.test(color);
}

function ring(color: string): TemplateResult {
  return html`<svg class="avatar-ring" viewBox="0 0 22 22">
    <rect x="1" y="1" width="20" height="20" rx="5" stroke=${color}></rect>
  </svg>`;
}

function signOf(avatar: string | undefined): string | undefined {
  const sign = avatar?.trim();
  return sign && [...sign].length <= 2 ? sign : undefined;
}

/** `AL` of "Ada Lovelace", `R` of "Researcher", the first sign of a word in Chinese. */
function initials(label: string): string {
  const words = label.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '?', ...rest] = words;
  const letter = (word: string) => [...word][0]!.toLocaleUpperCase();
  return rest.length > 0 ? `${letter(first)}${letter(rest.at(-1)!)}` : letter(first);
}

/** The same teammate has the same tint everywhere: its id decides, never its name (SF-TR-2). */
function tintOf(id: string): number {
  let hash = 0;
  for (const char of id) hash = (hash * 31 + char.codePointAt(0)!) % 9973;
  return hash % TINTS;
}
