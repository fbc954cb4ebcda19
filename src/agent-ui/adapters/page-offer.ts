import { messageOf } from '../../base/coded-error.js';
import { redactText } from '../../base/redact.js';
import type { AdapterOptions } from './adapter.js';
import type { ClientToolOffer } from './client-tools.js';
import type { FactWriter } from './fact-writer.js';

/** What the page offers now; a page that fails to say so offers nothing. */
export function pageOffer({ clientTools }: AdapterOptions, facts: FactWriter): ClientToolOffer | undefined {
  try {
    return clientTools()?.offer();
  } catch (thrown) {
    const message = `The page's tools could not be offered: ${redactText(messageOf(thrown))}`;
    facts.diagnose('offer_failed', 'client tools', message);
    return undefined;
  }
}
