import { isJsonObject } from '../../base/json.js';
import { unusable, validatorNow } from '../../base/json-schema/validate.js';
import type { ActionManifest } from '../protocol/manifest.js';
import { shorten } from '../../base/shorten.js';
import type { ResultError } from '../protocol/messages.js';

/** As of any other error: an outcome is never cut on its way (OUI-E7). */
const LONGEST_MESSAGE = 2000;
const LONGEST_DETAILS = 64 * 1024;

/**
 * The error of params that break an action's `input`, with the faults as details (OUI-S6, OUI-R2). Wait for
 * `validatorReady()` first: without the validator nothing passes.
 */
export function paramsError(action: ActionManifest, params: unknown): ResultError | undefined {
  // Params are an object on the wire, also where a schema would allow something else.
  const validate = validatorNow() ?? (() => [unusable('the validator has not been loaded')]);
  const faults = validate(isJsonObject(params) ? action.input : { type: 'object' }, params);
  if (faults.length === 0) return undefined;
  const sentences = faults.map((fault) => fault.message).join('; ');
  return {
    code: 'VALIDATION_ERROR',
    message: shorten(`The params of ${action.id} are wrong: ${sentences}.`, LONGEST_MESSAGE),
    details: firstOf(faults, LONGEST_DETAILS),
  };
}

/** As many as there is room for, in characters of JSON; at least one. */
function firstOf<T>(faults: readonly T[], room: number): readonly T[] {
  let left = room;
  return faults.filter((fault, index) => (left -= JSON.stringify(fault).length) >= 0 || index === 0);
}
