import { asked, changed, finished, recorded, says, stage, task } from './recorded.js';

const remote = {
  agentSource: 'remote',
  remoteTaskId: 'a2a-42',
  runtimeEntity: 'external_task',
  topology: 'remote_teammate',
};
const at = (payload, fields = {}) =>
  task('tk-9', payload, {
    agentId: 'bureau',
    remoteTaskId: 'a2a-42',
    runtimeEntity: 'external_task',
    ...fields,
  });

export default recorded({
  id: 'remote-teammate',
  title: 'A remote teammate',
  about: 'Its own card, its own task, its own words. That it idles, or cannot be reached, ends nothing.',
  topology: 'remote_teammate',
  layout: 'team',
  steps: [
    { type: 'session.opened', payload: { title: 'A logo from the bureau' } },
    asked('Have the bureau draw a logo.'),
    stage('waiting', 'Waiting for the bureau'),
    changed(
      'bureau',
      { cardRef: 'card://design', capability: 'Draws logos', status: 'submitted', connection: 'connected' },
      { ...remote, agentName: 'Design bureau', runtimeStatus: 'submitted' },
    ),
    at({ title: 'Draw a logo', status: 'submitted', nativeStatus: 'submitted' }),
    at({ status: 'working', nativeStatus: 'working' }),
    changed(
      'bureau',
      { status: 'running', recentMessages: [{ role: 'agent', text: 'Three sketches are under way.' }] },
      { runtimeStatus: 'running' },
    ),
    at({ status: 'input_required', nativeStatus: 'input-required' }),
    {
      type: 'action.required',
      actionId: 'ac-9',
      agentId: 'bureau',
      agentName: 'Design bureau',
      remoteTaskId: 'a2a-42',
      taskId: 'tk-9',
      payload: {
        actionType: 'structured_input',
        title: 'Which colours?',
        decisions: ['answer'],
        schema: {
          type: 'object',
          properties: { main: { type: 'string' }, accent: { type: 'string' } },
          required: ['main'],
        },
      },
    },
    {
      until: 'ac-9',
      answers: {
        answer: [
          {
            type: 'action.resolved',
            actionId: 'ac-9',
            payload: { decision: 'answered', resolvedBy: 'user' },
          },
          at({ status: 'working', nativeStatus: 'working' }),
        ],
      },
    },
    changed('bureau', { status: 'idle' }, { runtimeStatus: 'idle' }),
    changed('bureau', { connection: 'disconnected' }),
    changed('bureau', { connection: 'connected', status: 'running' }, { runtimeStatus: 'running' }),
    {
      type: 'artifact.changed',
      artifactId: 'art-logo',
      agentId: 'bureau',
      artifactReadRef: 'blob://logo',
      payload: { title: 'Logo' },
    },
    at({ status: 'completed', nativeStatus: 'completed', artifactRefs: ['art-logo'] }),
    says('The bureau has sent its logo.'),
    finished(),
  ],
});
