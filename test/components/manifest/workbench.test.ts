import { testElement } from './element-tests.js';
import { WORKBENCH_SCENES } from './workbench-scenes.js';

testElement('agent-workbench', WORKBENCH_SCENES);
