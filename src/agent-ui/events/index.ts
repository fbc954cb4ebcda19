export { classifyEvent, type Classification } from './classify-event.js';
export { EVENT_TYPES, isKnownEvent, familyOf, type AgentUiEvent, type EventType } from './event.js';
export { ruleOf, type EventRule } from './event-rules.js';
export { eventSchema } from './event-schema.js';
export { normalizeEvent, type NormalEvent } from './normalize-event.js';
export { validateEvent, type EventFault } from './validate-event.js';
