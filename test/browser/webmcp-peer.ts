import { documentBus } from 'oui-elements/page';
import 'oui-elements/define/oui-transport';

/** Runs in a frame of another origin: offers a surface by WebMCP to the origin that the address names, and says so. */
documentBus().register(
  {
    id: 'peer',
    name: 'Peer',
    description: 'The page in the frame.',
    actions: [
      {
        id: 'say_hello',
        description: 'Says hello.',
        input: { type: 'object', properties: { to: { type: 'string', maxLength: 20 } }, required: ['to'] },
      },
    ],
  },
  { say_hello: ({ to }) => `Hello ${String(to)}` },
);
const transport = document.createElement('oui-transport');
transport.setAttribute('type', 'webmcp');
transport.setAttribute('exposed-to', new URLSearchParams(location.search).get('exposedTo') ?? '');
transport.addEventListener('oui-connection-change', () =>
  setTimeout(() => parent.postMessage('offered', '*')),
);
document.body.append(transport);
