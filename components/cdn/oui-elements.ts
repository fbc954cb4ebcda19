/**
 * The whole library for a script tag. Both halves are exported by name, and what makes a page workable by agents is
 * registered at once. What shows agents to people is registered when its tag appears, from a file beside this one; the
 * workbench comes in any case, once the page has loaded: a tag in a shadow root of the page's own is not seen.
 *
 * Whoever imports this file goes on when every tag that the page has by then is registered.
 */
import { loadElement } from '../autoload.js';
import '../oui-action/define.js';
import '../oui-observation/define.js';
import '../oui-surface/define.js';
import '../oui-transport/define.js';

export * from '../core.js';
export { autoload } from '../autoload.js';

if (typeof document !== 'undefined') {
  const later = () => setTimeout(() => void loadElement('agent-workbench'));
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
  const tags = new Set(Array.from(document.querySelectorAll(':not(:defined)'), ({ localName }) => localName));
  await Promise.all(Array.from(tags, loadElement));
}
