import { defineElement } from '../shared/define-element.js';
import '../oui-schema-form/define.js';
import { AgentTimeline } from './agent-timeline.js';

defineElement('agent-timeline', AgentTimeline);
