import { format } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { RESOLVED, type PreparedSchema } from './prepare-schema.js';

/** True when the value is right. False need not mean wrong: the interpreter has the last word. */
export type CompiledCheck = (value: unknown) => boolean;

/** A schema that grows beyond this when its references are written out takes seconds to compile. */
const MAX_NODES = 5_000;

const ONE = [
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
];
const MANY = ['prefixItems', 'allOf', 'anyOf', 'oneOf'];
const NAMED = ['properties', 'patternProperties', 'dependentSchemas'];
const PLAIN = ['type', 'const', 'enum', 'required', 'dependentRequired', 'format', 'pattern', 'uniqueItems']
  .concat([
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minLength',
    'maxLength',
  ])
  .concat(['minItems', 'maxItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties']);

/**
 * The schema as code; `undefined` for what is better interpreted: schemas that contain themselves, because only
 * the interpreter counts its steps, and keywords that ajv reads in another way.
 * @throws EvalError where the page forbids code generation.
 */
export function compileSchema({ root, targets }: PreparedSchema): CompiledCheck | undefined {
  let nodes = 0;
  let suitable = true;
  /** A copy with known keywords only (ajv has more: `nullable`, `$async`), and references written out. */
  const plain = (node: unknown, above: readonly unknown[]): unknown => {
    if (!isJsonObject(node)) return node;
    suitable &&= ++nodes <= MAX_NODES && !above.includes(node) && node['unevaluatedItems'] === undefined;
    if (!suitable) return false;
    const inside = [...above, node];
    const copy: JsonObject = {};
    for (const key of PLAIN) if (node[key] !== undefined) copy[key] = node[key];
    for (const key of ONE) if (node[key] !== undefined) copy[key] = plain(node[key], inside);
    for (const key of MANY) {
      const list = node[key];
      if (Array.isArray(list)) copy[key] = list.map((item) => plain(item, inside));
    }
    for (const key of NAMED) {
      const map = node[key];
      if (!isJsonObject(map)) continue;
      copy[key] = Object.fromEntries(Object.entries(map).map(([name, item]) => [name, plain(item, inside)]));
    }
    const target = node[RESOLVED] as string | undefined;
    if (target !== undefined)
      copy['allOf'] = [...((copy['allOf'] as unknown[]) ?? []), plain(targets[target], inside)];
    return copy;
  };
  const schema = plain(root, []) as JsonObject | boolean;
  if (!suitable) return undefined;
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    ownProperties: true,
    logger: false,
    formats: format as Record<string, (text: string) => boolean>,
  });
  return ajv.compile(schema) as CompiledCheck;
}
