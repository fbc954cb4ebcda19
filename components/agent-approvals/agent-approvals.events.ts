export { AgentRespondRequestEvent } from '../shared/agent-respond-request-event.js';
