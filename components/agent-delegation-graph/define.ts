import { defineElement } from '../shared/define-element.js';
import { AgentDelegationGraph } from './agent-delegation-graph.js';

defineElement('agent-delegation-graph', AgentDelegationGraph);
