// The provider before those that ask it.
import { defineElement } from '../shared/define-element.js';
import { AgentWorkbench } from './agent-workbench.js';
import '../agent-composer/define.js';
import '../agent-conversation/define.js';
import '../agent-run-status/define.js';

defineElement('agent-workbench', AgentWorkbench);
