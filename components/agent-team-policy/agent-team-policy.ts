import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import { writeKey } from '../../src/agent-ui/events/control-request.js';
import type { ApprovalView, PolicyView } from '../../src/agent-ui/projection/view-models.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { planOf } from '../shared/approval-plan.js';
import { Disclosure } from '../shared/disclosure.js';
import { icon } from '../shared/icons.js';
import type { Words } from '../shared/languages.js';
import { ListFocus } from '../shared/list-focus.js';
import { enForm } from '../shared/locales/en-form.js';
import { moreButton } from '../shared/more-button.js';
import { PanelElement } from '../shared/panel-element.js';
import { SEPARATOR } from '../shared/separator.js';
import { teamWords } from '../shared/team-words.js';
import { closes, stops } from '../shared/teammate-controls.js';
import { AgentPolicyRequestEvent } from '../shared/team-request-events.js';
import { lastWrites, workControls, type WantedControl } from '../shared/work-control.js';
import { styles } from './agent-team-policy.styles.js';
import type { PolicyFact } from './policy-look.js';
import { policyRow } from './policy-row.js';
import { changeOf, type Wish, type WishForm } from './policy-wish.js';

/** Rows of a list at first, and how many more come with each press. */
const PAGE = 30;

interface Scene {
  session: AgentSession;
  policies: readonly PolicyView[];
  /** The session's own. */
  common: PolicyView | undefined;
  pending: ReadonlyMap<string, ApprovalView>;
  writes: ReadonlyMap<string, WriteRecord>;
}

/**
 * What each teammate may do: its mode, sandbox and budget, what of that is not as for the session, what was granted
 * and until when, and the questions by which it asks for more. A policy is no grant: that is its owner's decision.
 *
 * Keys in the list: j, k, arrows, Home and End.
 *
 * @element agent-team-policy
 * @summary Policies, grants and escalations of the session and of each teammate.
 * @shows questions plans
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentPolicyRequestEvent} agent-policy-request - A person asks for another policy for a teammate.
 * @fires {AgentStopRequestEvent} agent-stop-request - A person stops a teammate.
 * @fires {AgentTeammateCloseRequestEvent} agent-teammate-close-request - A person closes a teammate.
 *
 * @slot empty - Shown while nobody has said anything of a policy.
 *
 * @csspart summary - How many wait, were granted, and differ.
 * @csspart policy - The policy of the session, or of a teammate.
 * @csspart policy-line - Its line.
 * @csspart policy-state - Whether it is a policy only, or was decided on, and until when.
 * @csspart policy-body - What the line opens.
 * @csspart wish - The form in which another policy is asked for.
 * @csspart policy-button - What can be asked for.
 *
 * @cssstate empty - Nobody has said anything of a policy.
 * @cssstate attention - A teammate asks for more than it may.
 */
export class AgentTeamPolicy extends PanelElement {
  static readonly tag: string = 'agent-team-policy';
  protected static override readonly words: Words = [enForm, ...teamWords];
  static override styles = styles;

  #disclosure = new Disclosure(this);
  #focus = new ListFocus(this, '.teammate-line');
  /** What a person wants of a policy: written, or asked for already. Kept through every failure. */
  #wishes = new Map<string, { wish: Wish; asked: boolean }>();
  #limit = PAGE;
  #desk = new ApprovalDesk(
    this,
    (event) =>
      this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
    (approval) => planOf(this.activeSession, approval),
  );

  override render(): TemplateResult {
    const session = this.activeSession;
    const policies = session?.view('team_policy').get().policies ?? [];
    const { t } = this.wording;
    const waiting = policies.filter(({ pendingActions }) => pendingActions.length > 0).length;
    this.toggleState('empty', policies.length === 0);
    this.toggleState('attention', waiting > 0);
    if (!session || policies.length === 0)
      return html`<div class="empty"><slot name="empty">${t('policy.empty')}</slot></div>`;
    const { pending } = session.view('hitl').get();
    const scene: Scene = {
      session,
      policies,
      common: policies.find(({ agentId }) => agentId === undefined),
      pending: new Map(pending.map((asked) => [asked.actionId, asked])),
      writes: lastWrites(session),
    };
    this.#settle(scene);
    const usual = policies.filter((policy) => isUsual(policy, scene.common));
    const rest = sorted(policies.filter((policy) => !usual.includes(policy)));
    return html`<section
      class="panel"
      aria-label=${t('policy.label')}
      @keydown=${this.#focus.onKey}
      @focusin=${this.#focus.onFocus}
    >
      ${this.#summary(policies, waiting)} ${this.#list(rest, scene)} ${this.#usual(usual, scene)}
    </section>`;
  }

  #summary(policies: readonly PolicyView[], waiting: number): unknown {
    const { t } = this.wording;
    const granted = policies.filter(({ state }) => state === 'granted').length;
    const differing = policies.filter(({ differs }) => differs.length > 0).length;
    const counts = [
      ...(waiting > 0 ? [t('approval.pending', { count: waiting })] : []),
      ...(granted > 0 ? [t('policy.countGranted', { count: granted })] : []),
      ...(differing > 0 ? [t('policy.countDiffering', { count: differing })] : []),
    ];
    return counts.length === 0
      ? nothing
      : html`<p class="summary" part="summary">${counts.join(SEPARATOR)}</p>`;
  }

  #list(policies: readonly PolicyView[], scene: Scene): TemplateResult {
    const left = policies.length - this.#limit;
    return html`<ul class="teammates" role="list">
        ${repeat(
          policies.slice(0, this.#limit),
          ({ key }) => key,
          (policy) => this.#row(policy, scene),
        )}
      </ul>
      ${moreButton(left, this.wording, () => this.#more())}`;
  }

  #more(): void {
    this.#limit += PAGE;
    this.requestUpdate();
  }

  /** Those with nothing of their own fold away. */
  #usual(policies: readonly PolicyView[], scene: Scene): unknown {
    if (policies.length === 0) return nothing;
    const open = this.#disclosure.isOpen('usual', false);
    return html`<button
        type="button"
        class="quiet fold"
        aria-expanded=${open ? 'true' : 'false'}
        @click=${() => this.#disclosure.toggle('usual', false)}
      >
        ${icon('chevron')} ${this.t('policy.usual', { count: policies.length })}
      </button>
      ${open ? this.#list(policies, scene) : nothing}`;
  }

  #row(policy: PolicyView, scene: Scene): unknown {
    const { wording } = this;
    const { key } = policy;
    const id = `policy:${key}`;
    const asks = policy.pendingActions.flatMap((action) => scene.pending.get(action) ?? []);
    const open = this.#disclosure.isOpen(id, asks.length > 0);
    return guard([policy, scene.common, wording, open && {}], () =>
      policyRow(policy, {
        wording,
        open,
        asks,
        common: scene.common,
        desk: this.#desk,
        controls: open ? workControls(this.#wanted(policy), scene.session, scene.writes) : [],
        form: open ? this.#form(policy, scene) : undefined,
        toggle: () => this.#disclosure.toggle(id, asks.length > 0),
        ask: (control) => this.askFor(control),
      }),
    );
  }

  /** W8, W25: about a teammate that is still there. */
  #wanted(policy: PolicyView): WantedControl[] {
    const { agentId, ended } = policy;
    if (agentId === undefined || ended) return [];
    const change = this.#wishes.get(policy.key)?.wish ?? {};
    return [
      {
        word: 'policy.ask',
        // Whether it can be asked for does not depend on what for.
        request: { kind: 'edit.policy', agentId, change: { mode: '.', ...change } },
        event: () => new AgentPolicyRequestEvent({ agentId, change }),
      },
      stops({ agentId }, 'capsule.stop'),
      closes(agentId),
    ];
  }

  #form(policy: PolicyView, { session, policies }: Scene): WishForm | undefined {
    const { key, agentId, ended } = policy;
    if (agentId === undefined || ended) return undefined;
    const can = session.availability({ kind: 'edit.policy', agentId, change: { mode: '.' } });
    const pending = !can.available && can.token === 'loading';
    if (!can.available && !pending) return undefined;
    return {
      wish: this.#wishes.get(key)?.wish ?? {},
      pending,
      wording: this.wording,
      known: (name: PolicyFact) => [
        ...new Set(policies.map((other) => other[name]).filter((value) => typeof value === 'string')),
      ],
      set: (wish) => {
        this.#wishes.set(key, { wish: { ...this.#wishes.get(key)?.wish, ...wish }, asked: false });
        this.requestUpdate();
      },
      ask: () => {
        const wish = this.#wishes.get(key)?.wish ?? {};
        const change = changeOf(policy, wish);
        if (!change) return;
        this.#wishes.set(key, { wish, asked: true });
        this.askFor({
          request: { kind: 'edit.policy', agentId, change },
          event: () => new AgentPolicyRequestEvent({ agentId, change }),
        });
        this.requestUpdate();
      },
    };
  }

  /** What its owner has confirmed is wished for no more. */
  #settle({ policies, writes }: Scene): void {
    for (const { key, agentId } of policies)
      if (this.#wishes.get(key)?.asked && writes.get(writeKey('edit.policy', agentId))?.state === 'confirmed')
        this.#wishes.delete(key);
  }
}

/** As it is for everybody: nothing asked for, nothing decided, nothing else than for the session. */
function isUsual(policy: PolicyView, common: PolicyView | undefined): boolean {
  const { agentId, differs, pendingActions, state, ended } = policy;
  if (agentId === undefined || pendingActions.length > 0) return false;
  return ended || (common !== undefined && differs.length === 0 && state === common.state);
}

/** Who asks for more first, then the session's own, then what was decided, then what differs. */
function sorted(policies: readonly PolicyView[]): PolicyView[] {
  const rank = ({ agentId, pendingActions, state, differs }: PolicyView) =>
    pendingActions.length > 0
      ? 0
      : agentId === undefined
        ? 1
        : state !== 'policy-preview'
          ? 2
          : differs.length > 0
            ? 3
            : 4;
  return [...policies].sort((a, b) => rank(a) - rank(b));
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-team-policy': AgentTeamPolicy;
  }
}
