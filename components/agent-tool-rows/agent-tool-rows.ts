import { ContextConsumer } from '@lit/context';
import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { renderersContext } from '../shared/contexts.js';
import { Disclosure } from '../shared/disclosure.js';
import { PanelElement } from '../shared/panel-element.js';
import type { Renderers } from '../shared/renderers.js';
import { toolRow } from '../shared/tool-row.js';
import { styles } from './agent-tool-rows.styles.js';

export { toolRow, type ToolRowContext } from '../shared/tool-row.js';

/**
 * Every tool call of the session, one row each.
 *
 * @element agent-tool-rows
 * @summary The tools of a session: what was called, with what, and what came of it.
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentRespondRequestEvent} agent-respond-request - A person answers an approval.
 *
 * @slot empty - Shown while no tool has been called.
 *
 * @csspart tool-row - A tool call: its line, body and question.
 * @csspart tool-line - The line of a tool call.
 * @csspart tool-verb - The words that say what it does.
 * @csspart tool-argument - The main argument.
 * @csspart tool-state - Status word and duration.
 * @csspart tool-progress - How far it is.
 * @csspart tool-body - What the line opens.
 * @csspart tool-error - What it failed with.
 * @csspart approval - A question that waits for the person.
 * @csspart approval-parameters - What it will touch.
 * @csspart approval-field - Where a reason or an answer is written.
 * @csspart approval-outcome - What became of one.
 * @csspart copy-button - Every button that copies.
 *
 * @cssstate empty - No tool has been called.
 */
export class AgentToolRows extends PanelElement {
  static override styles = styles;
  static override properties: PropertyDeclarations = { renderers: { attribute: false } };

  /** Draws the body of rows, by tool name; the workbench's own by default. */
  declare renderers: Renderers | undefined;

  #context = new ContextConsumer(this, { context: renderersContext, subscribe: true });
  #disclosure = new Disclosure(this);
  #desk = new ApprovalDesk(this, (event) =>
    this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
  );

  override render(): TemplateResult {
    const tools = this.activeSession?.view('tool_ui').get().tools ?? [];
    this.toggleState('empty', tools.length === 0);
    const { wording } = this;
    if (tools.length === 0) {
      return html`<div class="empty"><slot name="empty">${wording.t('tool.empty')}</slot></div>`;
    }
    const renderers = this.renderers ?? this.#context.value;
    const context = { wording, disclosure: this.#disclosure, desk: this.#desk, renderers };
    return html`<div class="rows" role="group" aria-label=${wording.t('tool.label')}>
      ${repeat(
        tools,
        ({ toolCallId }) => toolCallId,
        (tool) =>
          guard([tool, wording, renderers, this.#disclosure.version, this.#desk.version], () =>
            toolRow(tool, context),
          ),
      )}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-tool-rows': AgentToolRows;
  }
}
