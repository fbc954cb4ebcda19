import type { TemplateResult } from 'lit';
import type { BackgroundView } from '../../src/agent-ui/projection/view-models.js';
import { TeammateListPanel, type ListedRow, type Listing } from '../shared/teammate-list-panel.js';
import { teammateStyles } from '../shared/teammate-styles.js';
import { jobControls, jobLabel, jobLook, jobRow } from './job-row.js';

/**
 * Work that goes on by itself: when it runs, what woke it, how its last run ended, and whether it sleeps. The schedule
 * is its owner's: pausing, running and ending it are requests, and nothing changes before the owner says so.
 *
 * Keys in the list: j, k, arrows, Home and End; Enter chooses, Space opens the row.
 *
 * @element agent-background-teammates
 * @summary Scheduled and background work, with its last run and its controls.
 * @shows questions plans
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see the teammate who does it.
 * @fires {AgentPauseRequestEvent} agent-pause-request - A person pauses a job.
 * @fires {AgentResumeRequestEvent} agent-resume-request - A person lets a job go on, or run now.
 * @fires {AgentStopRequestEvent} agent-stop-request - A person ends a job for good.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants a failed job done again.
 *
 * @slot empty - Shown while there is none.
 *
 * @csspart job - A job.
 * @csspart job-line - Its line.
 * @csspart job-name - What it is called.
 * @csspart job-state - How it stands, and how its last run ended.
 * @csspart job-body - What the line opens.
 * @csspart job-button - What can be asked for.
 *
 * @cssstate empty - There is nothing to show.
 * @cssstate attention - A job needs the person, or failed.
 */
export class AgentBackgroundTeammates extends TeammateListPanel<BackgroundView> {
  static readonly tag: string = 'agent-background-teammates';
  static override styles = teammateStyles;

  protected readonly listing: Listing<BackgroundView> = {
    label: 'background.label',
    empty: 'background.empty',
    all: (session) => session.view('background_teammate').get().jobs,
    labelOf: jobLabel,
    lookOf: jobLook,
    controlsOf: jobControls,
  };

  protected drawn(job: BackgroundView, row: ListedRow): TemplateResult {
    return jobRow(job, row);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-background-teammates': AgentBackgroundTeammates;
  }
}
