import { defineElement } from '../shared/define-element.js';
import { AgentTaskCapsule } from './agent-task-capsule.js';

defineElement('agent-task-capsule', AgentTaskCapsule);
