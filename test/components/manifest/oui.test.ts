import { OUI_SCENES } from './oui-scenes.js';
import { testElement } from './element-tests.js';

for (const [tag, scenes] of Object.entries(OUI_SCENES)) testElement(tag, scenes);
