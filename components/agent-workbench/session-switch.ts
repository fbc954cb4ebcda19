import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type {
  AgentActivateRequestEvent,
  AgentPinRequestEvent,
} from '../agent-session-tabs/agent-session-tabs.events.js';

/** Lets a person go from one of the host's sessions to another. */
export class SessionSwitch {
  readonly #pinned = new WeakSet<AgentSession>();

  constructor(private readonly host: { session: AgentSession | undefined }) {}

  /** M-024: a pinned session is not put away when another is shown. */
  readonly onPin = (event: AgentPinRequestEvent): void => {
    const { session, pinned } = event;
    queueMicrotask(() => {
      if (event.defaultPrevented || !session) return;
      if (pinned) this.#pinned.add(session);
      else this.#pinned.delete(session);
    });
  };

  readonly onActivate = (event: AgentActivateRequestEvent): void => {
    const { session } = event;
    const old = this.host.session;
    // The host around has its say first.
    queueMicrotask(() => {
      if (event.defaultPrevented || !session || session === old) return;
      this.host.session = session;
      void old?.deactivate({ keepWarm: this.#pinned.has(old) });
      void session.activate();
    });
  };
}
