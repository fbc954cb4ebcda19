import { writeFileSync } from 'node:fs';
import { annex, lab, SCENARIOS } from 'oui-elements/testing';

/** `npm run conformance`: writes `conformance.json`, the suite for those who do not work in JavaScript. */
writeFileSync(
  new URL('../../conformance.json', import.meta.url),
  JSON.stringify({ surfaces: [lab, annex], scenarios: SCENARIOS }, null, 2),
);
