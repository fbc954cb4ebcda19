/**
 * Registers the library's tags as they appear in the document, each with what it needs: `oui-elements/autoload`. What
 * stands in a shadow root of the page's own is found when `autoload(shadowRoot)` is called for it.
 */
import { reportThrown } from '#dev-warning';
import { classIn, defineElement } from './shared/define-element.js';
import { offerLocale } from './shared/languages.js';

const MODULES: Readonly<Record<string, () => Promise<object>>> = {
  'agent-approvals': () => import('./agent-approvals/agent-approvals.js'),
  'agent-artifact-workspace': () => import('./agent-artifact-workspace/agent-artifact-workspace.js'),
  'agent-background-teammates': () => import('./agent-background-teammates/agent-background-teammates.js'),
  'agent-composer': () => import('./agent-composer/agent-composer.js'),
  'agent-conversation': () => import('./agent-conversation/agent-conversation.js'),
  'agent-delegation-graph': () => import('./agent-delegation-graph/agent-delegation-graph.js'),
  'agent-diagnostics': () => import('./agent-diagnostics/agent-diagnostics.js'),
  'agent-handoff-lane': () => import('./agent-handoff-lane/agent-handoff-lane.js'),
  'agent-remote-teammates': () => import('./agent-remote-teammates/agent-remote-teammates.js'),
  'agent-review-lane': () => import('./agent-review-lane/agent-review-lane.js'),
  'agent-run-status': () => import('./agent-run-status/agent-run-status.js'),
  'agent-session-tabs': () => import('./agent-session-tabs/agent-session-tabs.js'),
  'agent-task-capsule': () => import('./agent-task-capsule/agent-task-capsule.js'),
  'agent-team-policy': () => import('./agent-team-policy/agent-team-policy.js'),
  'agent-team-roster': () => import('./agent-team-roster/agent-team-roster.js'),
  'agent-teammate-transcript': () => import('./agent-teammate-transcript/agent-teammate-transcript.js'),
  'agent-timeline': () => import('./agent-timeline/agent-timeline.js'),
  'agent-tool-rows': () => import('./agent-tool-rows/agent-tool-rows.js'),
  'agent-work-board': () => import('./agent-work-board/agent-work-board.js'),
  'agent-workbench': () => import('./agent-workbench/agent-workbench.js'),
  'agent-worker-notifications': () => import('./agent-worker-notifications/agent-worker-notifications.js'),
  'oui-action': () => import('./oui-action/oui-action.js'),
  'oui-confirm': () => import('./oui-confirm/oui-confirm.js'),
  'oui-inspector': () => import('./oui-inspector/oui-inspector.js'),
  'oui-observation': () => import('./oui-observation/oui-observation.js'),
  'oui-schema-form': () => import('./oui-schema-form/oui-schema-form.js'),
  'oui-surface': () => import('./oui-surface/oui-surface.js'),
  'oui-transport': () => import('./oui-transport/oui-transport.js'),
};

const asked = new Map<string, Promise<unknown>>();

/** Registers a tag of the library, unless the page has it. Settles when that is done, or has failed. */
export function loadElement(tag: string): Promise<unknown> | undefined {
  const fetch = Object.hasOwn(MODULES, tag) ? MODULES[tag] : undefined;
  if (!fetch || customElements.get(tag)) return undefined;
  let loading = asked.get(tag);
  if (!loading) {
    loading = fetch()
      .then((module) => defineElement(tag, classIn(module, tag)))
      .catch((thrown: unknown) => {
        // The next element of this tag tries again.
        asked.delete(tag);
        reportThrown('elements:not_loaded', `<${tag}> could not be loaded`, thrown);
      });
    asked.set(tag, loading);
  }
  return loading;
}

function look(node: Node): void {
  if (!(node instanceof Element) && !(node instanceof Document) && !(node instanceof DocumentFragment))
    return;
  if (node instanceof Element) void loadElement(node.localName);
  for (const { localName } of node.querySelectorAll(':not(:defined)')) void loadElement(localName);
}

/**
 * Registers the tags that are under `root`, and those that come.
 * @returns ends it
 */
export function autoload(root: Document | DocumentFragment | Element = document): () => void {
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach(look);
  });
  observer.observe(root, { childList: true, subtree: true });
  look(root);
  return () => observer.disconnect();
}

// On a server there is nothing to watch.
if (typeof document !== 'undefined') {
  offerLocale('zh', () => import('./shared/locales/zh.js'));
  autoload();
}
