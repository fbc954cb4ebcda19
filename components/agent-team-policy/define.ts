import { defineElement } from '../shared/define-element.js';
import { AgentTeamPolicy } from './agent-team-policy.js';

defineElement('agent-team-policy', AgentTeamPolicy);
