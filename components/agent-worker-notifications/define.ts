import { defineElement } from '../shared/define-element.js';
import { AgentWorkerNotifications } from './agent-worker-notifications.js';

defineElement('agent-worker-notifications', AgentWorkerNotifications);
