import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { read, ROOT } from './package-root.js';

/** What declares, and does nothing by itself. */
const DECLARATIONS = new Set([
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.ModuleDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.ExportAssignment,
  ts.SyntaxKind.EmptyStatement,
]);

/** The modules, as they are in `dist`, that do something when they are loaded: a statement, or an import for its own sake. */
export function doersOf(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .filter((file) => {
      const { statements } = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest);
      return statements.some((statement) =>
        ts.isImportDeclaration(statement)
          ? statement.importClause === undefined
          : !DECLARATIONS.has(statement.kind),
      );
    })
    .map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
}
