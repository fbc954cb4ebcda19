import type { FieldFault } from '../../../src/base/json-schema/field-fault.js';
import type { StringKey, Wording } from '../localize.js';
import { fullText } from '../value-text.js';

const WORDS: Readonly<Record<string, StringKey>> = {
  required: 'form.required',
  minLength: 'form.minLength',
  maxLength: 'form.maxLength',
  minItems: 'form.minItems',
  maxItems: 'form.maxItems',
  minProperties: 'form.minItems',
  maxProperties: 'form.maxItems',
  uniqueItems: 'form.uniqueItems',
  minimum: 'form.minimum',
  maximum: 'form.maximum',
  exclusiveMinimum: 'form.exclusiveMinimum',
  exclusiveMaximum: 'form.exclusiveMaximum',
  multipleOf: 'form.multipleOf',
  pattern: 'form.pattern',
  enum: 'form.enum',
  const: 'form.const',
  oneOf: 'form.shape',
  anyOf: 'form.shape',
  additionalProperties: 'form.unknownField',
  unevaluatedProperties: 'form.unknownField',
};
const TYPES: Readonly<Record<string, StringKey>> = {
  string: 'form.typeText',
  number: 'form.typeNumber',
  integer: 'form.typeInteger',
  boolean: 'form.typeBoolean',
  object: 'form.typeObject',
  array: 'form.typeList',
  null: 'form.typeNull',
};
const FORMATS: Readonly<Record<string, StringKey>> = {
  email: 'form.formatEmail',
  uri: 'form.formatUri',
  date: 'form.formatDate',
  time: 'form.formatTime',
  'date-time': 'form.formatDateTime',
};

/** What is wrong, beside the field that it is wrong with; never the value itself, which may be a secret. */
export function faultWords({ constraint, expected, message }: FieldFault, { t, lang }: Wording): string {
  if (constraint === 'type') {
    const types = [expected].flat().map((type) => typeWord(String(type), t));
    return t('form.type', { type: new Intl.ListFormat(lang, { type: 'disjunction' }).format(types) });
  }
  if (constraint === 'format') {
    const key = FORMATS[String(expected)];
    return key ? t(key) : t('form.format', { format: String(expected) });
  }
  const key = WORDS[constraint];
  if (!key) return constraint === '$schema' ? message : t('form.breaks', { rule: constraint });
  return t(key, { expected: expectedText(constraint, expected), count: Number(expected) });
}

export function typeWord(type: string, t: Wording['t']): string {
  const key = TYPES[type];
  return key ? t(key) : type;
}

function expectedText(constraint: string, expected: unknown): string {
  const list = constraint === 'enum' && Array.isArray(expected) ? expected : [expected];
  return list.map((item) => fullText(item)).join(', ');
}
