import { MARKDOWN } from './markdown.js';
import type { Scene } from './scene.js';
import { agent, question, questions, resolved } from './told.js';

const ITEM = {
  type: 'task.changed',
  workItemId: 'wi-1',
  runtimeEntity: 'work_item',
  payload: { title: 'Write the guide', status: 'open' },
};
const DONE = { type: 'agent.completed', agentId: 'a', taskId: 'tk', payload: { status: 'completed' } };

/** What no story of the gallery shows is told here by its events. */
export const TEAM_SCENES: Readonly<Record<string, readonly Scene[]>> = {
  'agent-worker-notifications': [
    { story: 'empty' },
    { story: 'reports of three workers', steps: ['unfold', 'press Open the result'] },
    { story: 'reports of three workers', steps: ['unfold', 'press Show transcript'] },
    { story: 'reports of three workers', steps: ['unfold', 'press Try again'] },
    { story: 'reports of three workers', steps: ['unfold', 'fill', 'press [data-control="continue_agent"]'] },
  ],

  'agent-background-teammates': [
    { story: 'empty' },
    { story: 'work that goes on by itself', steps: ['unfold', 'press Open transcript'] },
    { story: 'work that goes on by itself', steps: ['unfold', 'press Pause'] },
    { story: 'work that goes on by itself', steps: ['unfold', 'press End for good', 'press End for good'] },
    { story: 'work that goes on by itself', steps: ['unfold', 'press Run now'] },
    { story: 'failing', steps: ['unfold', 'press Try again'] },
    ...questions({ story: 'work that goes on by itself' }, { taskId: 'drift', agentId: 'agent-drift' }),
  ],

  'agent-remote-teammates': [
    { story: 'empty' },
    { story: 'agents elsewhere', steps: ['unfold', 'press Open transcript'] },
    { story: 'agents elsewhere', steps: ['unfold', 'press Cancel the task', 'press Cancel the task'] },
    { story: 'agents elsewhere', steps: ['unfold', 'fill', 'press [data-control="continue_agent"]'] },
    {
      events: [agent('r', { status: 'paused' }, { agentSource: 'remote' })],
      steps: ['unfold', 'press Resume'],
    },
    { story: 'failing', steps: ['unfold', 'press Try again'] },
    ...questions({ story: 'agents elsewhere' }, { agentId: 'print' }),
  ],

  'agent-review-lane': [
    { story: 'empty' },
    { story: 'disputed' },
    { story: 'rounds and fixes', steps: ['unfold', 'press Pass'] },
    { story: 'rounds and fixes', steps: ['unfold', 'press Review again'] },
    { story: 'rounds and fixes', steps: ['unfold', 'press Make a work item'] },
    { story: 'rounds and fixes', steps: ['unfold', 'press Evidence ev-9'] },
    ...['press Try again', 'press Dismiss'].map((step): Scene => ({
      story: 'rounds and fixes',
      receipt: { status: 'rejected', reason: 'no' },
      steps: ['unfold', 'press Review again', step],
    })),
  ],

  'agent-handoff-lane': [
    { story: 'empty' },
    { story: 'waits for you', steps: ['unfold', 'press Accept'] },
    { story: 'waits for you', steps: ['unfold', 'press Show Planner'] },
    { story: 'as a question', events: [{ ...resolved, actionId: 'ac-1' }], steps: ['unfold'] },
    ...questions(
      { events: [{ type: 'agent.handoff', handoffId: 'h', actionId: 'q', payload: { from: 'a', to: 'b' } }] },
      {},
    ),
  ],

  'agent-team-policy': [
    { story: 'empty' },
    { story: 'policies and a question', steps: ['unfold', 'press Stop', 'press Stop'] },
    { story: 'policies and a question', steps: ['unfold', 'press Close', 'press Close'] },
    { story: 'policies and a question', steps: ['unfold', 'fill', 'press [data-control="edit.policy"]'] },
    ...questions({ story: 'policies and a question' }, { agentId: 'ada' }),
  ],

  'agent-team-roster': [
    { story: 'empty', steps: ['unfold', 'fill', 'press [data-control="delegate"]'] },
    { story: 'a team at work', steps: ['unfold', 'press Open transcript'] },
    { story: 'a team at work', steps: ['unfold', 'press Wait for it'] },
    { story: 'a team at work', steps: ['unfold', 'press Pause'] },
    { story: 'a team at work', steps: ['unfold', 'press Stop', 'press Stop'] },
    { story: 'a team at work', steps: ['unfold', 'press Close', 'press Close'] },
    { story: 'a team at work', steps: ['unfold', 'press Try again'] },
    { story: 'a team at work', steps: ['unfold', 'fill', 'press [data-control="continue_agent"]'] },
    { events: [agent('a'), ITEM], steps: ['unfold', 'fill', 'press Assign'] },
    { events: [DONE], steps: ['unfold', 'press Request review'] },
    { events: [agent('a', { status: 'paused' })], steps: ['unfold', 'press Resume'] },
    ...questions({ story: 'a team at work' }, { agentId: 'builder' }),
  ],

  'agent-teammate-transcript': [
    { story: 'empty' },
    { story: 'team', steps: ['press Scout', 'fill', 'press [data-control="continue_agent"]'] },
    { story: 'team', steps: ['press Scout', 'press Back to all teammates'] },
    {
      events: [agent('a', {}, { transcriptCursor: 'c-1' })],
      steps: ['press .teammate-line', 'press Load earlier messages'],
    },
    {
      story: 'team',
      attributes: { 'agent-id': 'ada' },
      events: [question({ agentId: 'ada' }), resolved],
    },
    ...questions({ story: 'team', attributes: { 'agent-id': 'cy' } }, { agentId: 'cy' }, []),
    {
      attributes: { 'agent-id': 'a' },
      events: [agent('a', { recentMessages: [{ id: 'm', role: 'assistant', text: MARKDOWN }] })],
      steps: ['press Load image'],
    },
  ],
};
