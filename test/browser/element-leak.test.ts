import { expect } from 'chai';
import 'oui-elements/define';
import { AgentSession } from 'oui-elements/agent-ui';
import { TAGS } from './tags.js';
import { mountAndRemove, survivors } from './collect-garbage.js';

describe('elements of the library', () => {
  for (const tag of TAGS) {
    it(`known-failure 47 200 <${tag}> mounted and removed are all collected`, async () => {
      const session = new AgentSession();
      session.dispatch([
        { type: 'run.started', runId: 'r', payload: { userMessage: { id: 'u', text: 'Hi' } } },
        { type: 'text.delta', runId: 'r', messageId: 'm', payload: { delta: 'Hello **you**' } },
        { type: 'tool.started', runId: 'r', toolCallId: 't', payload: { name: 'x' } },
        {
          type: 'action.required',
          runId: 'r',
          actionId: 'a',
          toolCallId: 't',
          payload: { decisions: ['approve', 'reject'] },
        },
      ]);
      const refs = await mountAndRemove(200, () =>
        Object.assign(document.createElement(tag), tag.startsWith('agent-') ? { session } : {}),
      );
      // The session outlives its panels, and goes on.
      session.dispatch({ type: 'text.delta', runId: 'r', messageId: 'm', payload: { delta: '!' } });
      expect(await survivors(refs)).to.be.at.most(2);
    });
  }
});
