import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { EVENT_TYPES } from '../../src/agent-ui/events/event.js';
import { codesOfSources } from './codes.js';
import { entriesOf } from './entry-list.js';
import { packageJson, read, ROOT } from './package-root.js';

/** What `docs/versioning.md` counts: a name, and the type behind it where it has one. */
export type Api = Readonly<Record<string, string>>;

interface Named {
  readonly name: string;
  readonly type?: { readonly text: string };
  readonly default?: string;
}

interface Declaration {
  readonly tagName?: string;
  readonly attributes?: readonly Named[];
  readonly events?: readonly Named[];
  readonly slots?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssProperties?: readonly Named[];
  readonly cssStates?: readonly Named[];
  readonly members?: readonly (Named & { kind: string; privacy?: string; static?: boolean })[];
}

/** The API of the working tree. */
export async function apiOfTree(): Promise<Api> {
  const { warnings, errors } = codesOfSources();
  const api: Record<string, string> = { ...elements(), ...wire(), ...(await entries()) };
  for (const type of EVENT_TYPES) api[`event of Agent UI ${type}`] = '';
  for (const code of warnings) api[`code of a warning ${code}`] = '';
  for (const code of errors) api[`code of an error ${code}`] = '';
  return Object.fromEntries(Object.entries(api).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function elements(): Api {
  const { modules } = JSON.parse(read('custom-elements.json')) as {
    modules: readonly { declarations?: readonly Declaration[] }[];
  };
  const api: Record<string, string> = {};
  for (const { tagName, members = [], ...lists } of modules.flatMap(
    ({ declarations = [] }) => declarations,
  )) {
    if (!tagName) continue;
    const put = (kind: string, list: readonly Named[] = []) => {
      for (const { name, type, default: preset } of list)
        api[`<${tagName}> ${kind} ${name}`] = [type?.text, preset && `= ${preset}`].filter(Boolean).join(' ');
    };
    api[`<${tagName}>`] = '';
    put('attribute', lists.attributes);
    put('event', lists.events);
    put('slot', lists.slots);
    put('part', lists.cssParts);
    put('custom property', lists.cssProperties);
    put('state', lists.cssStates);
    const open = members.filter((member) => member.privacy !== 'private' && member.privacy !== 'protected');
    const own = open.filter((member) => !member.static && !member.name.startsWith('#'));
    put(
      'property',
      own.filter(({ kind }) => kind === 'field'),
    );
    put(
      'method',
      own.filter(({ kind }) => kind === 'method'),
    );
  }
  return api;
}

/** The entries, and the values that each exports. */
async function entries(): Promise<Api> {
  const api: Record<string, string> = {};
  for (const key of Object.keys(packageJson().exports)) api[`entry ${key}`] = '';
  for (const { specifier } of entriesOf(packageJson())) {
    for (const name of Object.keys((await import(specifier)) as object)) api[`${specifier} ${name}`] = '';
  }
  return api;
}

/** Every member of what travels, by the interfaces of the protocol. */
function wire(): Api {
  const api: Record<string, string> = {};
  const folder = 'src/oui/protocol';
  for (const name of readdirSync(join(ROOT, folder))) {
    const source = ts.createSourceFile(name, read(join(folder, name)), ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      if (!ts.isInterfaceDeclaration(statement)) continue;
      if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
      putMembers(api, `wire ${statement.name.text}`, statement.members);
    }
  }
  return api;
}

function putMembers(api: Record<string, string>, path: string, members: readonly ts.TypeElement[]): void {
  for (const member of members) {
    const name = member.name?.getText();
    if (!name) continue;
    const at = `${path}.${name}`;
    if (ts.isPropertySignature(member) && member.type && ts.isTypeLiteralNode(member.type)) {
      api[at] = member.questionToken ? 'optional' : '';
      putMembers(api, at, member.type.members);
    } else {
      const type = ts.isPropertySignature(member) ? (member.type?.getText() ?? '') : member.getText();
      api[at] = `${member.questionToken ? 'optional ' : ''}${type}`.replace(/\s+/g, ' ');
    }
  }
}
