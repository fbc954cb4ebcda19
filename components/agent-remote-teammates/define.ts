import { defineElement } from '../shared/define-element.js';
import { AgentRemoteTeammates } from './agent-remote-teammates.js';

defineElement('agent-remote-teammates', AgentRemoteTeammates);
