/**
 * Registers the library's tags as they appear in the document, each with what it needs: `oui-elements/autoload`. What
 * stands in a shadow root of the page's own is found when `autoload(shadowRoot)` is called for it.
 */
import { reportThrown } from '#dev-warning';
import { offerLocale } from './shared/languages.js';

const DEFINES: Readonly<Record<string, () => Promise<unknown>>> = {
  'agent-approvals': () => import('./agent-approvals/define.js'),
  'agent-artifact-workspace': () => import('./agent-artifact-workspace/define.js'),
  'agent-background-teammates': () => import('./agent-background-teammates/define.js'),
  'agent-composer': () => import('./agent-composer/define.js'),
  'agent-conversation': () => import('./agent-conversation/define.js'),
  'agent-delegation-graph': () => import('./agent-delegation-graph/define.js'),
  'agent-diagnostics': () => import('./agent-diagnostics/define.js'),
  'agent-handoff-lane': () => import('./agent-handoff-lane/define.js'),
  'agent-remote-teammates': () => import('./agent-remote-teammates/define.js'),
  'agent-review-lane': () => import('./agent-review-lane/define.js'),
  'agent-run-status': () => import('./agent-run-status/define.js'),
  'agent-session-tabs': () => import('./agent-session-tabs/define.js'),
  'agent-task-capsule': () => import('./agent-task-capsule/define.js'),
  'agent-team-policy': () => import('./agent-team-policy/define.js'),
  'agent-team-roster': () => import('./agent-team-roster/define.js'),
  'agent-teammate-transcript': () => import('./agent-teammate-transcript/define.js'),
  'agent-timeline': () => import('./agent-timeline/define.js'),
  'agent-tool-rows': () => import('./agent-tool-rows/define.js'),
  'agent-work-board': () => import('./agent-work-board/define.js'),
  'agent-workbench': () => import('./agent-workbench/define.js'),
  'agent-worker-notifications': () => import('./agent-worker-notifications/define.js'),
  'oui-action': () => import('./oui-action/define.js'),
  'oui-confirm': () => import('./oui-confirm/define.js'),
  'oui-inspector': () => import('./oui-inspector/define.js'),
  'oui-observation': () => import('./oui-observation/define.js'),
  'oui-schema-form': () => import('./oui-schema-form/define.js'),
  'oui-surface': () => import('./oui-surface/define.js'),
  'oui-transport': () => import('./oui-transport/define.js'),
};

const asked = new Map<string, Promise<unknown>>();

/** Registers a tag of the library, unless the page has it. Settles when that is done, or has failed. */
export function loadElement(tag: string): Promise<unknown> | undefined {
  const define = Object.hasOwn(DEFINES, tag) ? DEFINES[tag] : undefined;
  if (!define || customElements.get(tag)) return undefined;
  let loading = asked.get(tag);
  if (!loading) {
    loading = define().catch((thrown: unknown) => {
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
