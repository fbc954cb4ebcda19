import { canonicalJson } from './canonical-json.js';
import { OuiError } from './error-codes.js';

/** What `argsHash` does, apart from it because few pages need it. */
export async function hashParams(params: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(strictJson(params));
  const { subtle } = crypto as { subtle?: Pick<SubtleCrypto, 'digest'> };
  if (!subtle) throw new OuiError('oui:no_crypto', 'Hashing needs a secure context: https or localhost.');
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function strictJson(params: unknown): string {
  try {
    return canonicalJson(params, true);
  } catch (thrown) {
    const reason = thrown instanceof TypeError ? thrown.message : 'They are nested too deeply.';
    throw new OuiError('oui:not_json', `These params cannot be hashed. ${reason}`);
  }
}
