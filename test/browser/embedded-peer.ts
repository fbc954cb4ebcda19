import { SurfaceBus } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { postMessageTransport, type PortLike } from 'oui-elements/oui/transports/post-message';
import { CONFORMANCE_AGENT_OPTIONS, conformanceAgent, conformancePage } from 'oui-elements/testing';

/**
 * Runs in a frame or in a worker, and is there the peer that the address asks for: `?side=page`, `agent`, `element`
 * (a page that connects through `<oui-transport>`), or `liar`, who is neither, and says what only the other frame may say.
 */
const asked = new URLSearchParams(location.search);
const side = asked.get('side');
const host = asked.get('host') ?? '';

const transport = () =>
  typeof document === 'undefined'
    ? postMessageTransport({ role: 'embedded', port: globalThis as unknown as PortLike })
    : postMessageTransport({ role: 'embedded', target: parent, targetOrigin: host });

if (side === 'page') {
  const bus = new SurfaceBus();
  conformancePage(bus);
  bus.connect(transport());
} else if (side === 'agent') {
  const agent = new AgentRuntime(CONFORMANCE_AGENT_OPTIONS);
  conformanceAgent(agent);
  void agent.connect(transport());
} else if (side === 'element') {
  const { documentBus } = await import('oui-elements/page');
  await import('oui-elements/define/oui-transport');
  conformancePage(documentBus());
  const element = document.createElement('oui-transport');
  element.setAttribute('type', 'post-message');
  element.setAttribute('target', 'parent');
  element.setAttribute('target-origin', host);
  document.body.append(element);
} else {
  const surface = { id: 'lie', actions: [{ id: 'go', description: 'Lies.' }] };
  const event = { type: 'surface:register', payload: { surface, timestamp: 1 } };
  parent.postMessage({ __oui__: true, handshake: 'oui-v1' }, host);
  parent.postMessage({ __oui__: true, event }, host);
  parent.postMessage('the liar has spoken', host);
}
