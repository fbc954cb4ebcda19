import { defineElement } from '../shared/define-element.js';
import { AgentReviewLane } from './agent-review-lane.js';

defineElement('agent-review-lane', AgentReviewLane);
