import { readFileSync, writeFileSync } from 'node:fs';
import { withDifferences } from './differences-table.js';
import { ENGINE_DIFFERENCES } from './engine-differences.js';

/** `npm run differences`: writes what the engines cannot pass into the page for readers. */
const page = new URL('../../docs/browsers.md', import.meta.url);
writeFileSync(page, withDifferences(readFileSync(page, 'utf8'), ENGINE_DIFFERENCES));
