import type { HLJSApi, LanguageFn } from 'highlight.js';
import { type CodeScope, ScopeEmitter } from './code-scopes.js';

type Load = () => Promise<{ default: LanguageFn }>;

/** Each is fetched when code in it is first shown. */
const LANGUAGES: Readonly<Record<string, Load>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scss: () => import('highlight.js/lib/languages/scss'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const ALIASES: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  h: 'c',
  hpp: 'cpp',
  html: 'xml',
  js: 'javascript',
  json5: 'json',
  jsonc: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  mjs: 'javascript',
  patch: 'diff',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sass: 'scss',
  sh: 'bash',
  shell: 'bash',
  console: 'bash',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  yml: 'yaml',
  zsh: 'bash',
};

/** The language that an info string names, if it is one that we can colour. */
export function codeLanguage(info: string): string | undefined {
  const name = info.toLowerCase();
  const known = Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name;
  return Object.hasOwn(LANGUAGES, known) ? known : undefined;
}

export type CodeReader = (code: string) => readonly CodeScope[];

let engine: Promise<HLJSApi> | undefined;
const readers = new Map<string, Promise<CodeReader | undefined>>();

/** Fetches what reads code in `language`, once; undefined where it cannot be had. Code is then shown as it is. */
export function codeReader(language: string): Promise<CodeReader | undefined> {
  let reader = readers.get(language);
  if (!reader) {
    reader = load(language).catch(() => {
      readers.delete(language);
      return undefined;
    });
    readers.set(language, reader);
  }
  return reader;
}

async function load(language: string): Promise<CodeReader> {
  engine ??= makeEngine();
  const [core, { default: definition }] = await Promise.all([engine, LANGUAGES[language]!()]);
  core.registerLanguage(language, definition);
  return (code) => {
    const { _emitter } = core.highlight(code, { language, ignoreIllegals: true });
    return (_emitter as unknown as ScopeEmitter).scopes;
  };
}

/** An engine of our own: the page may use highlight.js in another way. */
async function makeEngine(): Promise<HLJSApi> {
  const core = (await import('highlight.js/lib/core')).default.newInstance() as HLJSApi & {
    configure(options: object): void;
  };
  core.configure({ __emitter: ScopeEmitter });
  return core;
}
