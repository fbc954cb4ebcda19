import { CHAT_SCENES } from './chat-scenes.js';
import { testElement } from './element-tests.js';

for (const [tag, scenes] of Object.entries(CHAT_SCENES)) testElement(tag, scenes);
