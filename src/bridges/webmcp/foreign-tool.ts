import { devWarning } from '#dev-warning';
import { schemaFaults } from '../../base/json-schema/schema-faults.js';
import { forEachSchema } from '../../base/json-schema/walk-schema.js';
import { isJsonObject, parseJson, toJsonSafe, type JsonObject } from '../../base/json.js';
import { OuiError } from '../../oui/protocol/error-codes.js';
import type { ActionManifest } from '../../oui/protocol/manifest.js';
import { shorten } from '../../base/shorten.js';
import { contentHash } from '../../oui/protocol/surfaces-hash.js';
import type { RegisteredTool } from './model-context.js';

const LONGEST_ID = 64;
const LONGEST_DESCRIPTION = 4096;

/** `createSupportRequest` → `create_support_request`, as OUI's ids are written; ended with a hash where it is cut or taken. */
export function actionIdOf(name: string, isTaken: (id: string) => boolean): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const id = /^[a-z].*./.test(words) ? words : `tool_${words || 'x'}`;
  if (id.length <= LONGEST_ID && !isTaken(id)) return id;
  return `${id.slice(0, LONGEST_ID - 9)}_${shortHash(name)}`;
}

/** 8 hex digits. */
export function shortHash(text: string): string {
  return contentHash(text).slice(-8);
}

/** How a tool is told of as an action. Everything in it is the words of whoever made the tool. */
export function actionOf(
  id: string,
  tool: RegisteredTool,
  origin: string,
  waitLimit: string | undefined,
): ActionManifest {
  const { name, title, description, inputSchema, annotations } = tool;
  const { readOnlyHint, untrustedContentHint, consequentialHint, debugging } = annotations ?? {};
  const words = [title, description].filter((text) => typeof text === 'string' && text !== '').join(': ');
  const tags = [
    ...(readOnlyHint ? ['read-only'] : []),
    ...(untrustedContentHint ? ['untrusted-content'] : []),
    ...(debugging ? ['debugging'] : []),
  ];
  return {
    id,
    // What a person reads before a yes must not be a stranger's words.
    title: `${name} (WebMCP tool of ${origin})`,
    description: shorten(`By its own words: ${words || name}`, LONGEST_DESCRIPTION),
    input: inputOf(name, inputSchema),
    ...(consequentialHint ? { confirm: true } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(waitLimit === undefined
      ? {}
      : {
          async: true,
          usage: `It fills a form; a person must submit that within ${waitLimit}. The outcome comes after that.`,
        }),
  };
}

function inputOf(name: string, given: unknown): JsonObject {
  const schema = typeof given === 'string' ? parseJson(given) : toJsonSafe(given);
  if (!isJsonObject(schema)) return { type: 'object' };
  forEachSchema(schema, tolerate);
  const types = [schema['type'] ?? 'object'].flat();
  const fault = types.includes('object')
    ? schemaFaults(schema)[0]?.message
    : 'is not for an object, and arguments always are one';
  if (fault === undefined) return schema;
  devWarning(
    'oui:webmcp_schema',
    () => `The schema of the WebMCP tool ${name} ${fault}; it is not used here.`,
  );
  return { type: 'object' };
}

/** What Chromium writes, and JSON Schema means otherwise. */
function tolerate(node: unknown): void {
  if (!isJsonObject(node)) return;
  const { format, pattern } = node;
  // A regular expression in place of a format's name.
  if (typeof format === 'string' && !/^[a-z][a-z0-9-]*$/.test(format)) {
    delete node['format'];
    if (pattern === undefined && compiles(format)) node['pattern'] = format;
  }
  // A select without options: there is nothing to choose.
  if (Array.isArray(node['enum']) && node['enum'].length === 0) {
    delete node['enum'];
    node['not'] = {};
  }
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/**
 * The data of what a tool returned.
 * @throws OuiError `EXECUTION_ERROR` when the tool says `isError`.
 */
export function dataOf(returned: unknown): unknown {
  // The page went elsewhere.
  if (returned === null) return { navigated: true };
  if (returned === undefined || returned === 'undefined' || returned === 'Operation succeeded')
    return undefined;
  const parsed = typeof returned === 'string' ? parseJson(returned) : returned;
  const data = parsed === undefined ? returned : parsed;
  if (!isJsonObject(data) || data['isError'] !== true) return data;
  throw new OuiError('EXECUTION_ERROR', textIn(data) || 'The tool says that it failed.', data);
}

/** The texts of a result in MCP's shape. */
function textIn({ content }: JsonObject): string {
  const parts = Array.isArray(content) ? (content as unknown[]) : [];
  return parts
    .flatMap((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n');
}
