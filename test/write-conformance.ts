import { writeFileSync } from 'node:fs';
import { PUBLISHED } from './published-json.js';

/** `npm run conformance`: writes the suites and schemas for those who do not work in JavaScript. */
for (const [file, content] of Object.entries(PUBLISHED)) {
  writeFileSync(new URL(`../../${file}`, import.meta.url), JSON.stringify(content, null, 2));
}
