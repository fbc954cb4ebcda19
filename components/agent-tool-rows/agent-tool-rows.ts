import { ContextConsumer } from '@lit/context';
import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { renderersContext } from '../shared/contexts.js';
import { Disclosure } from '../shared/disclosure.js';
import type { Words } from '../shared/languages.js';
import { enTurn } from '../shared/locales/en-turn.js';
import { PanelElement } from '../shared/panel-element.js';
import type { ToolRenderers } from '../shared/renderers.js';
import { ToolDesk } from '../shared/tool-desk.js';
import { groupLine, isFolding, toolGroups, visibleMembers } from '../shared/tool-group.js';
import { toolRow } from '../shared/tool-row.js';
import { styles } from './agent-tool-rows.styles.js';

export { toolRow, type ToolRowContext } from '../shared/tool-row.js';

/**
 * Every tool call of the session, one row each; neighbours of a turn that are over fold into one line.
 *
 * @element agent-tool-rows
 * @summary The tools of a session: what was called, with what, and what came of it.
 * @shows questions
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentDetailRequestEvent} agent-detail-request - A person wants a whole output fetched.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants a failed call made again.
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see an artifact or a source.
 *
 * @slot empty - Shown while no tool has been called.
 *
 * @csspart tool-group - The line for neighbours that are over.
 * @csspart tool-row - A tool call: its line, body and question.
 * @csspart tool-line - The line of a tool call.
 * @csspart tool-verb - The words that say what it does.
 * @csspart tool-argument - The main argument.
 * @csspart tool-state - Status word and duration.
 * @csspart tool-progress - How far it is.
 * @csspart tool-body - What the line opens.
 * @csspart tool-error - What it failed with.
 * @csspart approval-outcome - What became of one.
 * @csspart copy-button - Every button that copies.
 * @csspart load-image - The button in place of an image.
 * @csspart image - An image that the reader loaded.
 *
 * @cssstate empty - No tool has been called.
 */
export class AgentToolRows extends PanelElement {
  static readonly tag: string = 'agent-tool-rows';
  protected static override readonly words: Words = [enTurn];
  static override styles = styles;
  static override properties: PropertyDeclarations = { renderers: { attribute: false } };

  /** Draws the body of rows, by tool name; the workbench's own by default. */
  declare renderers: ToolRenderers | undefined;

  #context = new ContextConsumer(this, { context: renderersContext, subscribe: true });
  #disclosure = new Disclosure(this);
  #desk = new ApprovalDesk(this, (event) =>
    this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
  );

  #tools = new ToolDesk(
    this,
    () => this.activeSession,
    (event, ask) => this.request(event, ask),
  );

  override render(): TemplateResult {
    const tools = this.activeSession?.view('tool_ui').get().tools ?? [];
    this.toggleState('empty', tools.length === 0);
    const { wording } = this;
    if (tools.length === 0) {
      return html`<div class="empty"><slot name="empty">${wording.t('tool.empty')}</slot></div>`;
    }
    const renderers = this.renderers ?? this.#context.value;
    const context = {
      wording,
      disclosure: this.#disclosure,
      desk: this.#desk,
      renderers,
      tools: this.#tools,
    };
    const versions = [wording, renderers, this.#disclosure.version, this.#desk.version, this.#tools.version];
    const focused = this.shadowRoot?.activeElement?.closest<HTMLElement>('.tool')?.dataset['id'];
    const items = toolGroups(tools).flatMap((group) => {
      const folds = isFolding(group);
      const rows = visibleMembers(group, this.#disclosure, focused).map((tool) => ({
        key: tool.toolCallId,
        deps: [tool, folds],
        draw: () => toolRow(tool, context),
        member: folds,
      }));
      const draw = () => groupLine(group, this.#disclosure, wording);
      return folds ? [{ key: group.key, deps: group.quiet, draw, member: false }, ...rows] : rows;
    });
    return html`<div class="rows" role="group" aria-label=${wording.t('tool.label')}>
      ${repeat(
        items,
        ({ key }) => key,
        ({ deps, draw, member }) =>
          guard(
            [...deps, ...versions],
            () => html`<div class=${member ? 'item member' : 'item'}>${draw()}</div>`,
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
