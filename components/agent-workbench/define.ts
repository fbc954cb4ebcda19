// The provider before those that ask it.
import { defineElement } from '../shared/define-element.js';
import { AgentWorkbench } from './agent-workbench.js';
import '../agent-composer/define.js';
import '../agent-conversation/define.js';
import '../agent-run-status/define.js';

AgentWorkbench.loaders = {
  'agent-artifact-workspace': () => import('../agent-artifact-workspace/define.js'),
  'agent-background-teammates': () => import('../agent-background-teammates/define.js'),
  'agent-delegation-graph': () => import('../agent-delegation-graph/define.js'),
  'agent-diagnostics': () => import('../agent-diagnostics/define.js'),
  'agent-handoff-lane': () => import('../agent-handoff-lane/define.js'),
  'agent-remote-teammates': () => import('../agent-remote-teammates/define.js'),
  'agent-review-lane': () => import('../agent-review-lane/define.js'),
  'agent-session-tabs': () => import('../agent-session-tabs/define.js'),
  'agent-task-capsule': () => import('../agent-task-capsule/define.js'),
  'agent-team-policy': () => import('../agent-team-policy/define.js'),
  'agent-team-roster': () => import('../agent-team-roster/define.js'),
  'agent-teammate-transcript': () => import('../agent-teammate-transcript/define.js'),
  'agent-timeline': () => import('../agent-timeline/define.js'),
  'agent-work-board': () => import('../agent-work-board/define.js'),
  'agent-worker-notifications': () => import('../agent-worker-notifications/define.js'),
};

defineElement('agent-workbench', AgentWorkbench);
