import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import ts from 'typescript';

/** The lines of `check/check.ts(x)` of an app that its type check must find fault with: they say so. */
export function wrongLines(path: string): number[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, i) => (/WRONG/.test(line) ? [i + 1] : []));
}

/** The lines in which TypeScript finds fault, for each of these files. */
export function faultyLines(paths: readonly string[]): number[][] {
  const program = ts.createProgram([...paths], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    skipLibCheck: true,
  });
  return paths.map((path) => {
    const file = program.getSourceFile(path)!;
    const starts = program.getSemanticDiagnostics(file).map(({ start = 0 }) => start);
    return unique(starts.map((start) => file.getLineAndCharacterOfPosition(start).line + 1));
  });
}

/** The same, of an Angular app: its compiler knows templates. */
export async function faultyTemplateLines(app: string): Promise<number[]> {
  const ngc = join(app, '../node_modules/@angular/compiler-cli/bundles/src/bin/ngc.js');
  const output = await promisify(execFile)(process.execPath, [ngc, '-p', 'check/tsconfig.json'], {
    cwd: app,
  }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
  const places = stripVTControlCharacters(output).matchAll(/check\.ts[:(](\d+)\D\d+\D.*error/g);
  return unique([...places].map(([, line]) => Number(line)));
}

const unique = (lines: number[]) => [...new Set(lines)].sort((a, b) => a - b);
