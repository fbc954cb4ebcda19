import { mkdirSync, writeFileSync } from 'node:fs';
import { EDITOR_DATA } from './editor-data.js';

/** `npm run editor-data`: after `npm run manifest`. */
const root = new URL('../../', import.meta.url);
mkdirSync(new URL('types', root), { recursive: true });
for (const [file, content] of Object.entries(EDITOR_DATA)) writeFileSync(new URL(file, root), content);
