import base from './web-test-runner.config.js';
import { readFileSync } from 'node:fs';
const m = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
const of = (tag) => m.modules.flatMap((x) => x.declarations).find((d) => d.tagName === tag);
const s = of('agent-run-status');
s.cssParts.push({ name: 'ghost' });
s.cssParts = s.cssParts.filter(({ name }) => name !== 'word');
s.cssProperties = [{ name: '--agent-nobody-reads', description: 'The colour of nothing.' }];
s.cssStates.push({ name: 'ghost' });
s.cssStates = s.cssStates.filter(({ name }) => name !== 'active');
s.events.push({ name: 'agent-ghost-request', type: { text: 'AgentGhostRequestEvent' } });
s.events.find((e) => e.name === 'agent-interrupt-request').type = { text: 'AgentSendRequestEvent' };
s.slots = [{ name: 'ghost', description: 'Instead of nothing.' }];
of('agent-conversation').cssParts = of('agent-conversation').cssParts.filter((p) => p.name !== 'turn');
const served = {
  '/dist/components/agent-conversation/agent-conversation.js': (t) => t.replace('<slot name="empty">', '<slot name="empty"></slot><div>').replace('</slot></div>`', '</div></div>`'),
};
const plugin = { name: 'mutant', serve: ({ path }) => {
  if (path === '/custom-elements.json') return { body: JSON.stringify(m), type: 'json' };
  if (served[path]) return { body: served[path](readFileSync(`.${path}`, 'utf8')), type: 'js' };
} };
export default { ...base, plugins: [plugin, ...base.plugins] };
