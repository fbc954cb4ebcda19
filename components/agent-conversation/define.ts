import { defineElement } from '../shared/define-element.js';
import { AgentConversation } from './agent-conversation.js';

defineElement('agent-conversation', AgentConversation);
