import { defineElement } from '../shared/define-element.js';
import { AgentRunStatus } from './agent-run-status.js';

defineElement('agent-run-status', AgentRunStatus);
