import { html, nothing, type TemplateResult } from 'lit';
import type { RemoteView } from '../../src/agent-ui/projection/view-models.js';
import { isJsonObject } from '../../src/base/json.js';
import { approvalCard } from '../shared/approval-card.js';
import { inWords } from '../shared/approval-facts.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { resumes, retries, stops, teammateTrouble } from '../shared/teammate-controls.js';
import { teammateInput, type TeammateSay } from '../shared/teammate-drafts.js';
import { teammateFacts } from '../shared/teammate-facts.js';
import { teammateLook, teammateWord, type TeammateLook } from '../shared/teammate-look.js';
import type { ListedRow } from '../shared/teammate-list-panel.js';
import { teammateRow } from '../shared/teammate-row.js';
import { middleEllipsis } from '../shared/value-text.js';
import { controlButton, type WantedControl } from '../shared/work-control.js';

export interface RemoteRow extends ListedRow {
  say: TeammateSay | undefined;
  openArtifact(id: string): void;
}

export function remoteLabel({ agentName, agentId, taskTitle, key }: RemoteView): string {
  return agentName ?? agentId ?? taskTitle ?? key;
}

export function remoteLook({ state, pendingActions, ended }: RemoteView): TeammateLook {
  return teammateLook(state, pendingActions.length > 0 && !ended);
}

/** What may be wanted of a remote task as it stands: the remote agent decides. */
export function remoteControls(remote: RemoteView): WantedControl[] {
  const { taskId, agentId, state, ended } = remote;
  const work = taskId === undefined ? { agentId: agentId! } : { taskId };
  if (state === 'failed') return [retries(work)];
  if (ended) return [];
  return [...(state === 'paused' ? [resumes(work)] : []), stops(work, 'remote.cancel')];
}

export function remoteRow(remote: RemoteView, row: RemoteRow): TemplateResult {
  const { wording, asks } = row;
  const { taskTitle, cardRef, fallbacks, state, error, reason, ended } = remote;
  return teammateRow(
    { ...remote, source: 'remote' },
    {
      ...row,
      part: 'remote',
      look: remoteLook(remote),
      label: remoteLabel(remote),
      about: cardName(remote.capability) ?? cardRef,
      activity: asks[0]?.title ?? asks[0]?.explanation ?? (ended ? error : reason) ?? taskTitle,
      stateWords: stateWords(remote, wording),
      fallback: state === 'unknown' ? 'unknown' : fallbacks?.['state']?.token,
      answer: state === 'auth_required' ? 'remote.authorise' : 'capsule.answer',
      body: row.open ? body(remote, row) : undefined,
    },
  );
}

function cardName(capability: unknown): string | undefined {
  const name = isJsonObject(capability) ? capability['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

const CONNECTIONS: Readonly<Record<string, StringKey>> = {
  connected: 'remote.connected',
  live: 'remote.connected',
  connecting: 'remote.connecting',
  reconnecting: 'remote.reconnecting',
  disconnected: 'status.disconnected',
};

function connectionWord(connection: string, { t }: Wording): string {
  const known = Object.hasOwn(CONNECTIONS, connection) ? CONNECTIONS[connection] : undefined;
  return known ? t(known) : connection;
}

/** N-020: that the agent idles, or that the line is down, stands beside the state of its task and does not end it. */
function stateWords(remote: RemoteView, wording: Wording): string {
  const { state, agentState, connection, ended } = remote;
  const idles = !ended && agentState !== undefined && agentState !== state && agentState === 'idle';
  return [
    teammateWord(remoteLook(remote), state, wording),
    idles ? wording.t('remote.idleNow') : undefined,
    connection !== undefined && !['connected', 'live'].includes(connection)
      ? connectionWord(connection, wording)
      : undefined,
  ]
    .filter((text) => text !== undefined)
    .join(SEPARATOR);
}

function body(remote: RemoteView, row: RemoteRow): TemplateResult {
  const { wording, controls, say, show } = row;
  const { state, connection, ended } = remote;
  const why = ended ? (remote.error ?? remote.reason) : remote.reason;
  const waits = state === 'input_required' || state === 'auth_required';
  return html`<div class="body" part="remote-body">
    ${row.asks.map((asked) => approvalCard(asked, row.desk, wording))}
    ${
      waits && row.asks.length === 0
        ? html`<p class="meta" data-fallback="needs-input">
            ${wording.t(state === 'auth_required' ? 'remote.authUnasked' : 'remote.inputUnasked')}
          </p>`
        : nothing
    }
    ${why ? html`<p class="reason" dir="auto">${why}</p>` : nothing}
    ${teammateFacts(
      remote,
      [
        ['agentId', 'team.id'],
        ['taskId', 'remote.localTask'],
        ['remoteTaskId', 'remote.remoteTask'],
        ['cardRef', 'team.card'],
        ['capability', 'team.capability'],
        ['connection', 'remote.connection', connection && connectionWord(connection, wording)],
        ['nativeStatus', 'remote.native', remote.nativeStatus === state ? '' : remote.nativeStatus],
        ['agentState', 'remote.agent', agentWord(remote, wording)],
        ['model', 'team.model'],
        ['policy', 'team.policy'],
      ],
      wording,
    )}
    ${messages(remote, wording)} ${artifacts(remote, row)} ${say ? teammateInput(say, wording) : nothing}
    <div class="buttons">
      ${
        show
          ? html`<button type="button" part="remote-button" data-verb="open" @click=${show}>
              ${wording.t('team.openTranscript')}
            </button>`
          : nothing
      }
      ${controls.map((control) => controlButton(control, { wording, ask: row.ask, part: 'remote-button' }))}
    </div>
    ${teammateTrouble([...controls, ...(say ? [say.control] : [])], wording)}
  </div>`;
}

function agentWord({ agentState, state }: RemoteView, wording: Wording): string {
  if (agentState === undefined || agentState === state) return '';
  return teammateWord(teammateLook(agentState), agentState, wording);
}

/** The rest is in its transcript. */
const SHOWN_MESSAGES = 3;

function messages({ recentMessages = [] }: RemoteView, { t }: Wording): unknown {
  if (recentMessages.length === 0) return nothing;
  return html`<ol class="messages" aria-label=${t('remote.messages')}>
    ${recentMessages.slice(-SHOWN_MESSAGES).map((message) => html`<li dir="auto">${messageText(message)}</li>`)}
  </ol>`;
}

function messageText(message: unknown): string {
  if (!isJsonObject(message)) return inWords(message);
  const { text, content, role } = message;
  const said = [text, content].find((value) => typeof value === 'string');
  if (said === undefined) return inWords(message);
  return typeof role === 'string' ? `${role}: ${String(said)}` : String(said);
}

function artifacts({ artifactIds }: RemoteView, { wording, openArtifact }: RemoteRow): unknown {
  if (artifactIds.length === 0) return nothing;
  return html`<div class="links">
    ${artifactIds.map(
      (id) =>
        html`<button
          type="button"
          class="link"
          data-kind="artifact"
          data-ref=${id}
          @click=${() => openArtifact(id)}
        >
          ${wording.t('capsule.artifact', { id: middleEllipsis(id, 32) })}
        </button>`,
    )}
  </div>`;
}
