import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { read, ROOT } from './package-root.js';

const { imports: IMPORTS } = JSON.parse(read('package.json')) as {
  imports: Record<string, { default: string }>;
};

/** An element, which has words of its own. */
const ANOTHER = /\/([a-z]+-[a-z-]+)\/(?:\1|define)\.ts$/;

const parsed = new Map<string, ts.SourceFile>();

function sourceOf(file: string): ts.SourceFile {
  let source = parsed.get(file);
  if (!source) {
    source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    parsed.set(file, source);
  }
  return source;
}

/** The file of ours that is meant; what stands for another by export condition is named by its `default`. */
function resolved(from: string, specifier: string): string | undefined {
  const target = IMPORTS[specifier]?.default;
  const path = target ? join(ROOT, target.replace('/dist/', '/')) : join(dirname(from), specifier);
  const file = path.replace(/\.js$/, '.ts');
  return (target || specifier.startsWith('.')) && existsSync(file) ? file : undefined;
}

/**
 * The modules in `components` that a module loads, itself among them; without other elements and words.
 * @param later also those that it fetches later
 */
export function modulesOf(entry: string, later = true, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  const visit = (node: ts.Node): void => {
    const specifier =
      ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly
        ? node.moduleSpecifier
        : ts.isExportDeclaration(node) && !node.isTypeOnly
          ? node.moduleSpecifier
          : later && ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
            ? node.arguments[0]
            : undefined;
    if (specifier && ts.isStringLiteral(specifier)) {
      const file = resolved(entry, specifier.text);
      const apart = file && (file.includes('/locales/') || ANOTHER.test(file));
      if (file?.includes('/components/') && !apart) modulesOf(file, later, found);
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(entry));
  return found;
}

/** The keys of words that a module names, whole or by how they begin. */
export function keysIn(file: string, all: readonly string[]): Set<string> {
  const known = new Set(all);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && known.has(node.text)) found.add(node.text);
    // A key is at least `panel.thing`.
    if (ts.isTemplateExpression(node) && /^[a-z]+\.(?:[a-z]+\.)*$/i.test(node.head.text))
      for (const key of all) if (key.startsWith(node.head.text)) found.add(key);
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(file));
  return found;
}
