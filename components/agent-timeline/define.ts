import { defineElement } from '../shared/define-element.js';
import { AgentTimeline } from './agent-timeline.js';

defineElement('agent-timeline', AgentTimeline);
