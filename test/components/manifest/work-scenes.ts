import type { AgentUiEvent } from '../../../src/agent-ui/events/event.js';
import { MARKDOWN } from './markdown.js';
import type { Scene } from './scene.js';
import { agent, ended, questions, resolved } from './told.js';

const TWO_VERSIONS = [
  {
    type: 'artifact.created',
    artifactId: 'art-1',
    artifactKind: 'document',
    artifactStatus: 'ready',
    artifactVersionId: 'v1',
    sourceRefs: ['artifact:art-2'],
    payload: { title: 'Plan', readRef: 'blob://1' },
  },
  {
    type: 'artifact.version.created',
    artifactId: 'art-1',
    artifactVersionId: 'v2',
    artifactStatus: 'ready',
    payload: { readRef: 'blob://2' },
  },
];

const OTHER = { type: 'artifact.created', artifactId: 'art-2', payload: { title: 'Other' } };

/** What no story of the gallery shows is told here by its events. */
export const WORK_SCENES: Readonly<Record<string, readonly Scene[]>> = {
  'agent-work-board': [
    { story: 'empty' },
    { story: 'a board of people and agents', tokens: true },
    { story: 'huge' },
    { story: 'a board of people and agents', steps: ['unfold', 'press Artifact art-2'] },
    {
      story: 'a board of people and agents',
      steps: ['press Ship the importer', 'fill [name="blocker"]', 'press [data-control="assign"]'],
    },
  ],

  'agent-delegation-graph': [
    { story: 'empty' },
    { story: 'three and a wait', steps: ['press Researcher', 'press Open transcript'] },
    { story: 'three and a wait', steps: ['press Tester', 'press Wait for it'] },
    { story: 'three and a wait', steps: ['press Tester', 'fill', 'press Send'] },
    { story: 'three and a wait', steps: ['press Builder', 'press Try again'] },
    { events: [agent('a', { status: 'cancelled' })], steps: ['press .node', 'press Resume'] },
    { story: 'three and a wait', steps: ['press Show as list'] },
  ],

  'agent-timeline': [
    { story: 'empty' },
    { story: 'archived', steps: ['unfold', 'press Export evidence'] },
    {
      events: [{ type: 'reasoning.delta', partId: 'r', payload: { delta: MARKDOWN } }, ended],
      steps: ['unfold', 'press Load image'],
    },
    { story: 'archived', steps: ['unfold', 'press Make a replay'] },
    { story: 'archived', steps: ['unfold', 'press Ask for a review'] },
    { story: 'archived', steps: ['unfold', 'press Open Evidence pack'] },
    { story: 'failing', steps: ['unfold', 'press Try again'] },
    { story: 'tools at work', steps: ['press Book the train'] },
    {
      story: 'archived',
      events: [{ type: 'session.hydrated', payload: { truncated: true, cursor: 'c-1' } }],
      steps: ['press .older button'],
    },
    { story: 'asks the person', events: [{ ...resolved, actionId: 'a-2' }, ended], steps: ['unfold'] },
    ...questions({ story: 'asks the person', after: [ended] }, {}),
  ],

  'agent-task-capsule': [
    { story: 'empty' },
    { story: 'facts missing' },
    { story: 'streaming', steps: ['unfold', 'press Stop'] },
    { story: 'streaming', steps: ['unfold', 'press Show in the conversation'] },
    { story: 'failing', steps: ['unfold', 'press Try again'] },
    { story: 'failing', steps: ['unfold', 'press Export evidence'] },
    { story: 'queue and tasks', steps: ['unfold', 'press Edit', 'fill', 'press Save'] },
    { story: 'queue and tasks', steps: ['unfold', 'press Remove'] },
    { story: 'queue and tasks', steps: ['unfold', 'press Take the steering back'] },
    { story: 'queue and tasks', steps: ['unfold', 'press [data-control="stop"]'] },
    {
      events: [{ type: 'task.changed', taskId: 'tk', payload: { title: 'Sleeps', status: 'paused' } }],
      steps: ['unfold', 'press Resume'],
    },
    ...questions({ story: 'streaming' }, {}),
  ],

  'agent-artifact-workspace': [
    { story: 'empty' },
    { story: 'failing' },
    ...['total.ts', 'Sales by month', 'Settings', 'Fix the total'].map((title): Scene => ({
      story: 'normal',
      steps: [`press ${title}`],
    })),
    { story: 'normal', steps: ['press Checkout page', 'press Load image'] },
    { story: 'normal', steps: ['press Landing page', 'press Show as a page'] },
    { story: 'normal', steps: ['press Use in chat'] },
    { story: 'normal', steps: ['press Make a copy'] },
    { story: 'normal', steps: ['press Make anew', 'press [data-control="edit.regenerate"]'] },
    { story: 'normal', steps: ['press Request review', 'fill', 'press [data-control="request_review"]'] },
    { story: 'normal', steps: ['press Exports', 'press Export'] },
    { events: [...TWO_VERSIONS, OTHER], steps: ['press Plan', 'press Details', 'press Artifact art-2'] },
    { story: 'failing', steps: ['press Diagram', 'press Try again'] },
    {
      events: [
        TWO_VERSIONS[0]!,
        { type: 'artifact.preview.ready', artifactId: 'art-1', artifactPreview: MARKDOWN },
      ],
      steps: ['press Load image'],
    },
    { events: TWO_VERSIONS, steps: ['press Versions', 'press [data-verb="compare"]'] },
    {
      events: TWO_VERSIONS,
      steps: ['press Versions', 'press [data-verb="rollback"]', 'press [data-control="rollback"]'],
    },
    { events: TWO_VERSIONS, steps: ['press Load the content'] },
    {
      events: TWO_VERSIONS,
      steps: ['press [data-verb="edit"]', 'fill', 'press [data-verb="save"]'],
    },
    {
      events: TWO_VERSIONS.slice(0, 1),
      steps: [
        'press [data-verb="edit"]',
        'fill',
        ({ session }) =>
          session.dispatch({ ...TWO_VERSIONS[1], sessionId: session.sessionId, sequence: 9 } as AgentUiEvent),
      ],
    },
  ],
};
