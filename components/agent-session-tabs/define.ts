import { defineElement } from '../shared/define-element.js';
import { AgentSessionTabs } from './agent-session-tabs.js';

defineElement('agent-session-tabs', AgentSessionTabs);
