import { html, nothing, type TemplateResult } from 'lit';
import type { ConnectionRecord } from '../../src/oui/index.js';
import type { StringKey } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon, type Status } from '../shared/status.js';
import type { InspectorView } from './inspector-view.js';
import { clientName } from './log-view.js';

const STATES: Readonly<Record<ConnectionRecord['state'], readonly [Status, StringKey]>> = {
  connected: ['done', 'inspector.connected'],
  connecting: ['running', 'inspector.connecting'],
  disconnected: ['disconnected', 'status.disconnected'],
};
const CONFIRMS: Readonly<Record<ConnectionRecord['confirmBy'], StringKey>> = {
  runtime: 'inspector.confirmRuntime',
  page: 'inspector.confirmPage',
  grant: 'inspector.confirmGrant',
};

/** Who can see and work this page now. */
export function clientList(view: InspectorView): TemplateResult {
  const { t } = view.wording;
  const { connections } = view.bus;
  return html`<section class="clients" aria-label=${t('inspector.clients')}>
    ${
      connections.length > 0
        ? html`<ul class="rows">
            ${connections.map((connection) => clientRow(connection, view))}
          </ul>`
        : html`<p class="empty">${t('inspector.noClients')}</p>`
    }
  </section>`;
}

function clientRow(
  { name, state, confirmBy, manifests }: ConnectionRecord,
  view: InspectorView,
): TemplateResult {
  const { t } = view.wording;
  const [status, word] = STATES[state];
  return html`<li class="row client-row" data-state=${state}>
    ${statusIcon(status)}
    <div>
      <p><strong dir="auto">${name ? clientName(name, view) : t('inspector.unnamedClient')}</strong></p>
      <p class="meta">
        ${t(word)}${SEPARATOR}${t(CONFIRMS[confirmBy])}${
          manifests === 'index' ? html`${SEPARATOR}${t('inspector.index')}` : nothing
        }
      </p>
    </div>
  </li>`;
}
