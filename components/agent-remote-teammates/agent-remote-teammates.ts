import type { TemplateResult } from 'lit';
import type { RemoteView } from '../../src/agent-ui/projection/view-models.js';
import { TeammateDrafts, teammateSay } from '../shared/teammate-drafts.js';
import { TeammateListPanel, type ListedRow, type Listing } from '../shared/teammate-list-panel.js';
import { lastWrites } from '../shared/work-control.js';
import { styles } from './agent-remote-teammates.styles.js';
import { remoteControls, remoteLabel, remoteLook, remoteRow } from './remote-row.js';

/**
 * Agents that live elsewhere: their card and what they can do, the task as it stands there and as it is called here,
 * what they ask, what they sent, and whether the line to them is up. An idle agent has not ended its task.
 *
 * Keys in the list: j, k, arrows, Home and End; Enter chooses, Space opens the row.
 *
 * @element agent-remote-teammates
 * @summary Remote agents with their tasks, questions, artifacts and connection.
 * @shows questions plans
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see the teammate, or an artifact of it.
 * @fires {AgentContinueRequestEvent} agent-continue-request - A person says something to a remote agent.
 * @fires {AgentStopRequestEvent} agent-stop-request - A person cancels a remote task.
 * @fires {AgentResumeRequestEvent} agent-resume-request - A person lets a remote task go on.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants a failed remote task done again.
 *
 * @slot empty - Shown while there is none.
 *
 * @csspart remote - A remote agent with its task.
 * @csspart remote-line - Its line.
 * @csspart remote-name - Its name.
 * @csspart remote-state - How its task stands, and the line to it.
 * @csspart remote-body - What the line opens.
 * @csspart remote-button - What can be asked for.
 *
 * @cssstate empty - There is nothing to show.
 * @cssstate attention - A remote agent needs the person, or its task failed.
 */
export class AgentRemoteTeammates extends TeammateListPanel<RemoteView> {
  static readonly tag: string = 'agent-remote-teammates';
  static override styles = styles;

  protected readonly listing: Listing<RemoteView> = {
    label: 'remote.label',
    empty: 'remote.empty',
    all: (session) => session.view('remote_teammate').get().remotes,
    labelOf: remoteLabel,
    lookOf: remoteLook,
    controlsOf: remoteControls,
  };
  #drafts = new TeammateDrafts(this, () => this.activeSession);

  override render(): TemplateResult {
    const session = this.activeSession;
    if (session) this.#drafts.settle(lastWrites(session));
    return super.render();
  }

  protected drawn(remote: RemoteView, row: ListedRow): TemplateResult {
    const { agentId, agentName, ended } = remote;
    return remoteRow(remote, {
      ...row,
      say:
        row.open && agentId !== undefined && !ended
          ? teammateSay(
              { agentId, label: row.wording.t('team.sayTo', { name: agentName ?? agentId }) },
              { ...row, drafts: this.#drafts, request: this.request.bind(this) },
            )
          : undefined,
      openArtifact: (id) => this.openAs('artifact', id),
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-remote-teammates': AgentRemoteTeammates;
  }
}
