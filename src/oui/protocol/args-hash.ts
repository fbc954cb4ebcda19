/**
 * OUI-E3: what a grant is bound to. The SHA-256, as 64 lower-case hex digits, of the UTF-8 of the RFC 8785 form of
 * `params` as they travel, before any default is filled in.
 * @throws OuiError `oui:not_json` for what JSON cannot carry and for lone surrogates, `oui:no_crypto` where the
 *   platform has no `crypto.subtle` (a page that is neither https nor localhost).
 */
export async function argsHash(params: unknown): Promise<string> {
  // Most pages never approve anything.
  return (await import('./hash-params.js')).hashParams(params);
}
