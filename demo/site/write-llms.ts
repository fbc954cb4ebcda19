import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readDocuments } from './documents.js';
import { readElements } from './element-manifest.js';
import { llmsFullText, llmsText, type LlmsOptions } from './llms.js';

/** What the two files are made from, in the repository at this place. */
export function llmsSources(root: string): LlmsOptions {
  const { description } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { description: string };
  return {
    description,
    documents: readDocuments(root),
    elements: readElements(`${root}/custom-elements.json`),
  };
}

/** The files, by name. */
export function llmsFiles(root: string): Record<string, string> {
  const sources = llmsSources(root);
  return { 'llms.txt': llmsText(sources), 'llms-full.txt': llmsFullText(sources) };
}

/** `npm run llms`: writes them beside the package's other published files. */
export function writeLlms(root: string, out: string = root): void {
  for (const [name, text] of Object.entries(llmsFiles(root))) writeFileSync(`${out}/${name}`, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeLlms(fileURLToPath(new URL('../../..', import.meta.url)));
