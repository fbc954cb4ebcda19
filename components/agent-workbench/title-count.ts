import type { AgentSession } from '../../src/agent-ui/agent-session.js';

/** Counts questions in the title of the page, so that a person sees them from another tab: "(2) My page". */
export class TitleCount {
  #shown = '';

  /** Nothing, without a count. */
  show(count: number): void {
    const { title } = document;
    const own = title.startsWith(this.#shown) ? title.slice(this.#shown.length) : title;
    this.#shown = count > 0 ? `(${count}) ` : '';
    if (this.#shown + own !== title) document.title = this.#shown + own;
  }
}

/** Questions that wait, in all sessions. A session that was put away is not woken up for a number: its tab has it. */
export function pendingIn(sessions: readonly AgentSession[]): number {
  return sessions.reduce((sum, session) => {
    const { activeSessionId, tabs } = session.view('session_tabs').get();
    const tab = tabs.find(({ sessionId }) => sessionId === activeSessionId);
    return sum + (tab?.pending ?? session.view('hitl').get().pending.length);
  }, 0);
}
