import { defineElement } from '../shared/define-element.js';
import '../oui-schema-form/define.js';
import { AgentBackgroundTeammates } from './agent-background-teammates.js';

defineElement('agent-background-teammates', AgentBackgroundTeammates);
