import { webMcpTransport, type ToolAnswer, type WebMcpTransportOptions } from 'oui-elements/bridges/webmcp';
import {
  SurfaceBus,
  type ActionHandler,
  type ActionManifest,
  type ConnectOptions,
  type RegisterOptions,
  type SurfaceManifest,
} from 'oui-elements/oui';
import { FakeRuntime } from '../../fake-runtime.js';
import { manifestWith, until } from '../oui/linked-page.js';
import { FakeModelContext } from './fake-model-context.js';

/** An action with whatever the test adds. */
export function action(id: string, changes: Partial<ActionManifest> = {}): ActionManifest {
  return { id, description: `Does ${id}.`, input: { type: 'object' }, ...changes };
}

/** A page whose actions are offered by WebMCP, and what a browser's agent does there. */
export async function webMcpPage(
  options: WebMcpTransportOptions = {},
  connect: ConnectOptions = { confirmBy: 'page' },
  context = new FakeModelContext(),
) {
  const runtime = new FakeRuntime();
  const bus = new SurfaceBus({ runtime, settle: { quietMs: 0 } });
  const transport = webMcpTransport(context, { runtime, ...options });
  const connection = bus.connect(transport, connect);
  const settled = () => runtime.advance(0);
  await settled();
  return {
    runtime,
    bus,
    context,
    transport,
    connection,
    settled,
    register: async (
      changes: Partial<SurfaceManifest>,
      handlers: Record<string, ActionHandler> = {},
      registerOptions: RegisterOptions = {},
    ) => {
      const mounted = bus.register(manifestWith(changes), handlers, registerOptions);
      await settled();
      return mounted;
    },
    /** Begins a call; the answer is there once it has come. */
    begin: (name: string, input: unknown = {}, signal?: AbortSignal) => {
      const call: { answer?: ToolAnswer } = {};
      void context
        .tool(name)
        .execute(input, { signal })
        .then((answer) => (call.answer = answer as ToolAnswer));
      return call;
    },
    call: async (name: string, input: unknown = {}, signal?: AbortSignal): Promise<ToolAnswer> => {
      let answer: ToolAnswer | undefined;
      void context
        .tool(name)
        .execute(input, { signal })
        .then((given) => (answer = given as ToolAnswer));
      await until(runtime, () => answer !== undefined);
      return answer!;
    },
  };
}
