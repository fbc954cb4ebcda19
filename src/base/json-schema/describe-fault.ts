import { isJsonObject } from '../json.js';
import { isSecretKey, REDACTED, redactText } from '../redact.js';
import { shorten } from '../shorten.js';
import type { FieldFault } from './field-fault.js';

const LONGEST_VALUE = 60;
/** Names in a value may be as long as a message; what is said of them is not. */
const LONGEST_NAME = 100;
const LONGEST_FIELD = 300;

/** The fault as people and models read it; `fallback` is the sentence for a rare keyword. */
export function describeFault(
  path: readonly string[],
  constraint: string,
  expected: unknown,
  value: unknown,
  fallback: string,
): FieldFault {
  const actual = path.some(isSecretKey) ? REDACTED : describeValue(value);
  const field = shorten(path.map((name) => shorten(name, LONGEST_NAME)).join('.'), LONGEST_FIELD);
  const name = field || 'the value';
  const must = requirement(constraint, expected);
  return {
    field,
    constraint,
    expected,
    actual,
    message: must ? `${name} ${must}; got ${actual}` : `${name}: ${shorten(fallback, LONGEST_FIELD)}`,
  };
}

function requirement(constraint: string, expected: unknown): string | undefined {
  const bound = String(expected);
  switch (constraint) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return expected === false ? 'is not a known field and must be left out' : undefined;
    case 'type':
      return `must be of type ${[expected].flat().join(' or ')}`;
    case 'enum':
      return `must be one of ${JSON.stringify(expected)}`;
    case 'const':
      return `must be ${JSON.stringify(expected)}`;
    case 'format':
      return `must be a valid ${bound}`;
    case 'pattern':
      return `must match the pattern ${bound}`;
    case 'minLength':
      return `must have at least ${bound} characters`;
    case 'maxLength':
      return `must have at most ${bound} characters`;
    case 'minItems':
      return `must have at least ${bound} items`;
    case 'maxItems':
      return `must have at most ${bound} items`;
    case 'uniqueItems':
      return 'must not have the same item twice';
    case 'minimum':
      return `must be at least ${bound}`;
    case 'maximum':
      return `must be at most ${bound}`;
    case 'exclusiveMinimum':
      return `must be more than ${bound}`;
    case 'exclusiveMaximum':
      return `must be less than ${bound}`;
    case 'multipleOf':
      return `must be a multiple of ${bound}`;
    case 'anyOf':
    case 'oneOf':
      return `must fit one of ${Array.isArray(expected) ? expected.length : 'the'} shapes`;
    default:
      return undefined;
  }
}

/** Short, and without the members of an object. */
function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length} items`;
  if (isJsonObject(value)) return 'an object';
  if (typeof value !== 'string') return String(value);
  if (value.length > LONGEST_VALUE) return `a text of ${value.length} characters`;
  return JSON.stringify(redactText(value));
}
