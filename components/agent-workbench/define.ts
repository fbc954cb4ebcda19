// The provider before those that ask it.
import { defineElement } from '../shared/define-element.js';
import { AgentWorkbench } from './agent-workbench.js';
import '../agent-composer/define.js';
import '../agent-conversation/define.js';
import '../agent-run-status/define.js';

AgentWorkbench.loaders = {
  'agent-diagnostics': () => import('../agent-diagnostics/define.js'),
  'agent-session-tabs': () => import('../agent-session-tabs/define.js'),
  'agent-task-capsule': () => import('../agent-task-capsule/define.js'),
};

defineElement('agent-workbench', AgentWorkbench);
