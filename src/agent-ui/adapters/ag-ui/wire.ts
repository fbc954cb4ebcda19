import type { JsonObject } from '../../../base/json.js';
import type { ClientToolDefinition } from '../client-tools.js';

/** An event as it came: only its `type` is known to be a text. */
export type WireEvent = JsonObject & { type: string };

/** A message as it travels, in either direction. */
export type WireMessage = JsonObject & { id: string; role: string };

/** An answer to an interrupt. */
export interface ResumeEntry {
  interruptId: string;
  status: 'resolved' | 'cancelled';
  payload?: unknown;
}

/** The body of a POST. Servers of before 1.0 insist on every key but the last two. */
export interface RunAgentInput {
  threadId: string;
  runId: string;
  state: unknown;
  messages: readonly WireMessage[];
  tools: readonly ClientToolDefinition[];
  context: readonly { description: string; value: string }[];
  forwardedProps: JsonObject;
  resume?: readonly ResumeEntry[];
  protocolVersion?: string;
}

/** The release this adapter speaks. */
export const PROTOCOL_VERSION = '1.0';

/** A field that must be a non-empty text to be of use; some producers send `""` or `null` for absent. */
export function idField(event: JsonObject, key: string): string | undefined {
  const value = event[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Who an event belongs to: an invocation of a subagent, or the parent agent (`undefined`). */
export function ownerOf(event: JsonObject): string | undefined {
  return idField(event, 'subagentRunId');
}

/** The text of content that is a text or a list of parts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => partText(part)).join('');
}

function partText(part: unknown): string {
  const text = typeof part === 'object' && part !== null ? (part as JsonObject)['text'] : undefined;
  return typeof text === 'string' ? text : '';
}
