/**
 * The whole library for a script tag. What most pages use is in it and registered at once; every other tag is registered
 * when it appears, from a file beside this one. It speaks English, and Chinese when a page does. Both halves are
 * exported by name, and the classes that are in it.
 */
import '../agent-workbench/define.js';
import '../oui-action/define.js';
import '../oui-observation/define.js';
import '../oui-surface/define.js';
import '../oui-transport/define.js';

export * from '../core.js';
export { autoload } from '../autoload.js';
