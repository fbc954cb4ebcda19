import { TEAM_SCENES } from './team-scenes.js';
import { testElement } from './element-tests.js';

for (const [tag, scenes] of Object.entries(TEAM_SCENES)) testElement(tag, scenes);
