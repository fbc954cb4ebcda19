import { defineElement } from '../shared/define-element.js';
import { AgentComposer } from './agent-composer.js';

defineElement('agent-composer', AgentComposer);
