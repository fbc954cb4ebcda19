/** What needs a document and registers nothing: `oui-elements/page`. */
export { documentBus } from './shared/document-bus.js';
