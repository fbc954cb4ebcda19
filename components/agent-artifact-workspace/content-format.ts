import { isJsonObject, parseJson, type JsonObject } from '../../src/base/json.js';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import { codeLanguage } from '../shared/markdown/code-languages.js';

/** What an artifact says: a preview among its facts, or what its keeper was asked for. */
export interface ArtifactContent {
  readonly value: unknown;
  /** A media type. */
  readonly mimeType?: string | undefined;
  /** It is all of it, not a preview. */
  readonly whole: boolean;
  /** It is of an older version than the one that it stands for. */
  readonly stale: boolean;
}

/** As what a content is shown. */
export type Format = 'markdown' | 'code' | 'json' | 'table' | 'image' | 'diff' | 'page' | 'text' | 'binary';

/** Longer JSON is shown as the text that it is. */
const MAX_JSON = 2_000_000;
/** Of a longer table in text the beginning is read. */
export const MAX_TABLE = 200_000;

const BY_MIME: readonly (readonly [RegExp, Format])[] = [
  [/^text\/(?:x-)?(?:diff|patch)$/, 'diff'],
  [/^(?:text\/html|application\/xhtml\+xml)$/, 'page'],
  // A picture that is a document is shown as one.
  [/^image\/svg\+xml$/, 'code'],
  [/^image\//, 'image'],
  [/^text\/(?:x-)?markdown$/, 'markdown'],
  [/^text\/(?:csv|tab-separated-values)$/, 'table'],
  [/^(?:application|text)\/(?:[\w.-]+\+)?json$/, 'json'],
  [/^(?:audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip|x-tar|vnd\.)/, 'binary'],
  [/^text\/plain$/, 'text'],
];

const BY_KIND: Readonly<Record<string, Format>> = {
  document: 'markdown',
  report: 'markdown',
  code: 'code',
  image: 'image',
  browser_snapshot: 'image',
  table: 'table',
  dataset: 'table',
  diff: 'diff',
};

/** Only what the owner says decides: its kind and media type, never a name or what the text looks like (N-001). */
export function formatOf({ kind }: Pick<ArtifactView, 'kind'>, content: ArtifactContent): Format {
  const { value } = content;
  const mime = mimeOf(content.mimeType);
  const byKind = Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind]! : 'text';
  const told = BY_MIME.find(([pattern]) => pattern.test(mime))?.[1];
  // Plain text is what a keeper says that knows nothing better.
  const wanted = (told === 'text' ? undefined : told) ?? (languageOfMime(mime) ? 'code' : byKind);
  const isTable = wanted === 'table' || (wanted === 'json' && byKind === 'table');
  if (isTable && rowsOf(content)) return 'table';
  if (typeof value !== 'string') return wanted === 'image' && isJsonObject(value) ? 'image' : 'json';
  if (wanted === 'json') return jsonOf(content) === undefined ? 'text' : 'json';
  return wanted === 'table' ? 'text' : wanted;
}

/** The language of a code, as its owner names it. */
export function languageOf(
  { metadata }: Pick<ArtifactView, 'metadata'>,
  mimeType?: string,
): string | undefined {
  const named = isJsonObject(metadata) ? metadata['language'] : undefined;
  return (typeof named === 'string' ? codeLanguage(named) : undefined) ?? languageOfMime(mimeOf(mimeType));
}

function mimeOf(mimeType: string | undefined): string {
  return (mimeType ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

function languageOfMime(mime: string): string | undefined {
  const subtype = /^(?:text|application|image)\/(?:x-)?([\w.+-]+)$/.exec(mime)?.[1];
  return subtype === undefined ? undefined : codeLanguage(subtype.replace('svg+', ''));
}

/** What was read of a content: once, however often it is drawn. */
const read = new WeakMap<
  ArtifactContent,
  { json?: { value: unknown }; rows?: { value: Rows | undefined } }
>();

function readOf(content: ArtifactContent) {
  const known = read.get(content) ?? {};
  read.set(content, known);
  return known;
}

/** The JSON value that a content is; undefined where it is none. */
export function jsonOf(content: ArtifactContent): unknown {
  const { value } = content;
  if (typeof value !== 'string') return value;
  const known = readOf(content);
  known.json ??= { value: value.length > MAX_JSON ? undefined : parseJson(value) };
  return known.json.value;
}

/** Rows of a table: objects of the same kind, or lists. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** How many rows say what the columns are called. */
const SAMPLE = 200;
const MAX_COLUMNS = 60;

/** The table that a content is; undefined where it is none. */
export function rowsOf(content: ArtifactContent): Rows | undefined {
  const known = readOf(content);
  known.rows ??= { value: madeRows(content) };
  return known.rows.value;
}

function madeRows(content: ArtifactContent): Rows | undefined {
  const { value, mimeType = '' } = content;
  const told = jsonOf(content);
  if (told === undefined && typeof value === 'string') {
    const rows = separatedRows(value.slice(0, MAX_TABLE), mimeType);
    return rows.columns.length > 1 || /^text\/(?:csv|tab)/.test(mimeOf(mimeType)) ? rows : undefined;
  }
  const list: unknown = isJsonObject(told) ? (told['rows'] ?? told['sample']) : told;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  if (list.every(isJsonObject)) {
    const rows = list as JsonObject[];
    const columns = [...new Set(rows.slice(0, SAMPLE).flatMap((row) => Object.keys(row)))].slice(
      0,
      MAX_COLUMNS,
    );
    return { columns, rows: rows.map((row) => columns.map((name) => row[name])) };
  }
  if (!list.every(Array.isArray)) return undefined;
  const rows = list as unknown[][];
  const names =
    isJsonObject(told) && Array.isArray(told['columns']) ? (told['columns'] as unknown[]) : undefined;
  const columns = (names ?? rows[0]!).slice(0, MAX_COLUMNS).map(String);
  return { columns, rows: names ? rows : rows.slice(1) };
}

/** Values with commas, semicolons or tabs between them (RFC 4180); the first line names them. */
function separatedRows(csv: string, mimeType: string): Rows {
  const text = csv.replace(/\r\n?/g, '\n');
  const first = text.split('\n', 1)[0]!;
  const separator =
    mimeType.includes('tab') || first.includes('\t')
      ? '\t'
      : first.includes(';') && !first.includes(',')
        ? ';'
        : ',';
  const rows: string[][] = [[]];
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\n]*))(${separator}|\\n|$)`, 'gy');
  for (let match = field.exec(text); match; match = field.exec(text)) {
    rows.at(-1)!.push(match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"'));
    if (field.lastIndex >= text.length && match[3] === '') break;
    if (match[3] !== separator) rows.push([]);
  }
  const filled = rows.filter((row) => row.length > 1 || row[0]);
  return { columns: (filled[0] ?? []).slice(0, MAX_COLUMNS), rows: filled.slice(1) };
}
