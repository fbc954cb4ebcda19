/** What needs a document and registers nothing: `oui-elements/page`. */
export { documentBus } from './shared/document-bus.js';
export { pageFaults, type PageFaults, type FaultySurface } from './shared/page-faults.js';
