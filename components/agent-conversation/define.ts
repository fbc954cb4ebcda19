import { defineElement } from '../shared/define-element.js';
import '../oui-schema-form/define.js';
import { AgentConversation } from './agent-conversation.js';

defineElement('agent-conversation', AgentConversation);
