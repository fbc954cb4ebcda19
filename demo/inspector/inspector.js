import { AgentRuntime, documentBus, linkedTransports, OuiError } from '../../cdn/oui-elements.js';

const count = document.querySelector('#count');
document.querySelector('#empty').addEventListener('click', () => (count.textContent = '0'));
document.querySelector('#newsletter').addEventListener('submit', (event) => event.preventDefault());

document.querySelector('#place-order').handler = async ({ items }) => {
  if (items.length > 10) throw new OuiError('app:too_many', 'The shop sends ten articles at once.');
  return { orderId: 'o-1', articles: items.length };
};

// An agent in the same page that has done a few things, so that there is a log to look at.
const [page, end] = linkedTransports();
documentBus().connect(page, { name: 'shop assistant', confirmBy: 'page', confirm: async () => false });
const agent = new AgentRuntime();
await agent.connect(end);
await agent.whenRegistered('order-form');
await agent.invoke('order-form', 'subscribe', { email: 'ada@example.org', weekly: true });
await agent.invoke('order-form', 'empty_cart');
await agent.invoke('order-form', 'no_such_action');
document.documentElement.dataset.ready = '';
