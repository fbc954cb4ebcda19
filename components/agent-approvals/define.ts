import { defineElement } from '../shared/define-element.js';
import { AgentApprovals } from './agent-approvals.js';

defineElement('agent-approvals', AgentApprovals);
