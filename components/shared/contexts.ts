import { createContext } from '@lit/context';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { Announcer } from './announcer.js';
import type { Renderers } from './renderers.js';

/** The session of the workbench around a panel. The key is global, so that two copies understand each other. */
export const sessionContext = createContext<AgentSession | undefined>(Symbol.for('oui.agent-session'));

/** What speaks to screen readers for all panels of a workbench. */
export const announcerContext = createContext<Announcer | undefined>(Symbol.for('oui.agent-announcer'));

/** The host's own renderers, as given to the workbench. */
export const renderersContext = createContext<Renderers | undefined>(Symbol.for('oui.agent-renderers'));
