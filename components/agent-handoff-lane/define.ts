import { defineElement } from '../shared/define-element.js';
import '../oui-schema-form/define.js';
import { AgentHandoffLane } from './agent-handoff-lane.js';

defineElement('agent-handoff-lane', AgentHandoffLane);
