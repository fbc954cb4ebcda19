/** Only what makes a page workable by agents: the declaring elements, the bus and the WebSocket. */
import '../oui-action/define.js';
import '../oui-observation/define.js';
import '../oui-surface/define.js';
import '../oui-transport/define.js';

export { documentBus, pageFaults } from '../page.js';
export {
  argsHash,
  checkManifest,
  matchRoute,
  OuiError,
  setDevWarnings,
  SurfaceBus,
} from '../../src/oui/index.js';
