import { defineElement } from '../shared/define-element.js';
import { AgentHandoffLane } from './agent-handoff-lane.js';

defineElement('agent-handoff-lane', AgentHandoffLane);
