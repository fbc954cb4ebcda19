import base from './web-test-runner.config.js';
import { readFileSync } from 'node:fs';
const m = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
const of = (tag) => m.modules.flatMap((x) => x.declarations).find((d) => d.tagName === tag);
const served = {
'/dist/components/shared/panel-element.js': (t) => t.replace('if (!this.dispatchEvent(event) || !session)', 'this.dispatchEvent(event); if (!session)'),
  '/dist/components/agent-conversation/agent-conversation.js': (t) => t.replace('<slot name="empty">', '<slot name="empty"></slot><div>').replace('</slot></div>`', '</div></div>`'),
};
const plugin = { name: 'mutant', serve: ({ path }) => {
  if (path === '/custom-elements.json') return { body: JSON.stringify(m), type: 'json' };
  if (served[path]) return { body: served[path](readFileSync(`.${path}`, 'utf8')), type: 'js' };
} };
export default { ...base, plugins: [plugin, ...base.plugins] };
