import { createContext } from '@lit/context';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';

/** The session of the workbench around a panel. The key is global, so that two copies understand each other. */
export const sessionContext = createContext<AgentSession | undefined>(Symbol.for('oui.agent-session'));
