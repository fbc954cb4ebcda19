import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { read, ROOT } from './package-root.js';

/** Functions that say something to an author or an operator: the code, then the sentence. */
const SAYING = ['devWarning', 'reportThrown', 'reportFault'];
const FAMILIES = ['oui', 'agent-events'];

export interface Codes {
  /** Of warnings, and of the faults of servers. */
  readonly warnings: ReadonlySet<string>;
  /** Of what is thrown, and of results. */
  readonly errors: ReadonlySet<string>;
  /** Long pieces of the sentences of warnings that are silent in production, by code. */
  readonly sentences: ReadonlyMap<string, readonly string[]>;
}

/** Every code that the sources can say, as the compiler reads them. */
export function codesOfSources(): Codes {
  const warnings = new Set<string>();
  const errors = new Set<string>();
  const sentences = new Map<string, string[]>();
  for (const file of sources()) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && SAYING.includes(node.expression.getText())) {
        const said = codesIn(node, file);
        for (const code of said) {
          warnings.add(code);
          if (!file.startsWith('src/node/')) {
            sentences.set(code, [...(sentences.get(code) ?? []), ...pieces(node)]);
          }
        }
      } else if (ts.isNewExpression(node) && ['OuiError', 'CodedError'].includes(node.expression.getText())) {
        const [code] = node.arguments ?? [];
        if (code && ts.isStringLiteralLike(code)) errors.add(code.text);
      } else if (ts.isStringLiteral(node) && isOwnCode(node.text) && isGiven(node)) {
        errors.add(node.text);
      } else if (ts.isTypeAliasDeclaration(node) && node.name.text === 'OuiErrorCode') {
        for (const [, code] of node.getText().matchAll(/'([A-Z_]+)'/g)) errors.add(code);
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
  }
  return { warnings, errors, sentences };
}

function sources(): string[] {
  return ['src', 'components']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !/^src\/(?:testing\/|base\/dev-warning)/.test(file));
}

/** The code is the first argument, or the second where options come first, or a member. */
function codesIn(call: ts.CallExpression, file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && isOwnCode(node.text)) found.push(node.text);
    else if (ts.isTemplateExpression(node) && /^:[a-z_]+$/.test(node.templateSpans[0].literal.text)) {
      const [{ expression, literal }] = node.templateSpans;
      if (expression.getText() === 'family') found.push(...FAMILIES.map((family) => family + literal.text));
    } else if (!ts.isArrowFunction(node)) ts.forEachChild(node, visit);
  };
  for (const argument of call.arguments) visit(argument);
  const passesOn = file === 'src/node/server-fault.ts';
  if (found.length !== 1 && found.length !== FAMILIES.length && !passesOn)
    throw new Error(`${file}: ${call.getText()} has no code that can be read.`);
  return found;
}

const isOwnCode = (text: string) => /^(?:oui|agent-ui|agent-events|elements):[a-z_]+$/.test(text);

/** `code: 'oui:cancelled'`, or the first argument of a function other than those that warn. */
function isGiven(node: ts.StringLiteral): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) {
    const holder = parent.parent.parent;
    return (
      parent.name.getText() === 'code' &&
      !(ts.isCallExpression(holder) && SAYING.includes(holder.expression.getText()))
    );
  }
  return ts.isCallExpression(parent) && parent.expression.getText() === 'failure';
}

function pieces(call: ts.CallExpression): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const piece = node.text.trim();
      if (piece.length >= 20 && !isOwnCode(piece) && /^[\x20-\x7e]+$/.test(piece) && !/["'`\\]/.test(piece))
        found.push(piece);
    }
    ts.forEachChild(node, visit);
  };
  visit(call);
  return found;
}
