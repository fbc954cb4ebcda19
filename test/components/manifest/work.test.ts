import { testElement } from './element-tests.js';
import { WORK_SCENES } from './work-scenes.js';

for (const [tag, scenes] of Object.entries(WORK_SCENES)) testElement(tag, scenes);
