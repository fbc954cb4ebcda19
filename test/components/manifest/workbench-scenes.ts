import { CHAT_SCENES } from './chat-scenes.js';
import type { Scene } from './scene.js';

/** A team in which every status stands once. */
const TEAM = [
  { type: 'run.started', payload: {} },
  { type: 'action.required', actionId: 'q', payload: { title: 'Really?', decisions: ['approve', 'reject'] } },
  { type: 'action.resolved', actionId: 'q', payload: { decision: 'reject', resolvedBy: 'user' } },
  ...'queued running preparing needs_input reviewing blocked completed failed cancelled idle'
    .split(' ')
    .map((status, i) => ({
      type: 'agent.changed',
      agentId: `a-${i}`,
      agentName: `Agent ${i}`,
      payload: { status },
    })),
  { type: 'task.changed', taskId: 'tk', payload: { title: 'Read', status: 'running' } },
  {
    type: 'task.changed',
    workItemId: 'wi',
    runtimeEntity: 'work_item',
    payload: { title: 'W', status: 'open' },
  },
];
const WIDE = 1300;

/** The workbench itself, and the panels whose parts it hands on. */
export const WORKBENCH_SCENES: readonly Scene[] = [
  { width: WIDE, properties: { starters: ['Plan my day'] }, steps: ['press Plan my day'] },
  { attributes: { src: '/agent', protocol: 'smoke-signals' }, properties: { session: undefined } },
  { width: WIDE, events: TEAM, attributes: { layout: 'team' }, tokens: true },
  { width: WIDE, events: TEAM, attributes: { layout: 'team', diagnostics: '' } },
  { width: WIDE, events: TEAM, steps: ['press .bar [data-surface]'] },
  { width: 900, events: TEAM, sessions: { other: [] }, steps: ['press Session other'] },
  { width: WIDE, sessions: { other: [] } },
  ...CHAT_SCENES['agent-conversation']!,
  ...CHAT_SCENES['agent-composer']!,
];
