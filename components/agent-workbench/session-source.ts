import { html, type TemplateResult } from 'lit';
import type { RuntimeAdapter } from '../../src/agent-ui/adapters/adapter.js';
import { AgentSession } from '../../src/agent-ui/agent-session.js';
import { devWarning } from '#dev-warning';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { adapterFor, KNOWN_PROTOCOLS } from './protocols.js';

/** What decides which session a workbench makes. */
export interface SessionSource {
  src: string | undefined;
  protocol: string | undefined;
  adapter: RuntimeAdapter | undefined;
  sessionId: string | undefined;
  historyUrl: string | undefined;
  headers: Readonly<Record<string, string>> | undefined;
}

/** The session that the attributes ask for; none, and a word to the author, where they do not say enough. */
export function sessionFor(source: SessionSource): AgentSession | undefined {
  const { src, protocol, sessionId, historyUrl } = source;
  const adapter =
    source.adapter ??
    (src && protocol
      ? adapterFor(protocol, { url: src, headers: () => source.headers ?? {}, historyUrl })
      : undefined);
  if (!adapter && src) {
    devWarning(
      'agent-ui:unknown_protocol',
      () =>
        `<agent-workbench> does not speak protocol="${protocol ?? ''}". It speaks: ${KNOWN_PROTOCOLS.join(', ')}.`,
    );
  }
  return adapter ? new AgentSession(adapter, { sessionId: sessionId || undefined }) : undefined;
}

/** What is wrong with the markup, for the person who wrote it; nothing throws. */
export function sourceFault({ src, protocol = '' }: SessionSource, { t }: Wording): TemplateResult {
  const known = KNOWN_PROTOCOLS.join(', ');
  const text =
    src && !KNOWN_PROTOCOLS.includes(protocol)
      ? t('workbench.badProtocol', { protocol, known })
      : t('workbench.noSource');
  return html`<p class="fault" part="fault" role="status">${icon('alert')} <span>${text}</span></p>`;
}
