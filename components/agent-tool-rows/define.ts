import { defineElement } from '../shared/define-element.js';
import { AgentToolRows } from './agent-tool-rows.js';

defineElement('agent-tool-rows', AgentToolRows);
