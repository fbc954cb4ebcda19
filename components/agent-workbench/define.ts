import { defineElement } from '../shared/define-element.js';
import { AgentWorkbench } from './agent-workbench.js';

defineElement('agent-workbench', AgentWorkbench);
