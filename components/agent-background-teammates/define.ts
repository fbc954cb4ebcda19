import { defineElement } from '../shared/define-element.js';
import { AgentBackgroundTeammates } from './agent-background-teammates.js';

defineElement('agent-background-teammates', AgentBackgroundTeammates);
