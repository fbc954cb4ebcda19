import { defineElement } from '../shared/define-element.js';
import { AgentTeamRoster } from './agent-team-roster.js';

defineElement('agent-team-roster', AgentTeamRoster);
