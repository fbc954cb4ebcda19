import { AlternativesField, ListField, ObjectField } from './container-fields.js';
import type { Field, FieldMaker, FieldPlace } from './field.js';
import {
  BooleanField,
  ConstantField,
  JsonField,
  NumberField,
  OptionsField,
  TextField,
} from './scalar-fields.js';
import { fits, kindOf, type SchemaKind } from './schema-kind.js';
import type { SchemaReader } from './schema-reader.js';

/** Deeper places are filled in as JSON: a schema may contain itself. */
const MAX_DEPTH = 12;

/** Makes fields for the schema that `reader` reads. */
export function fieldMaker(reader: SchemaReader): FieldMaker {
  let made = 0;
  const maker: FieldMaker = {
    reader,
    make: (schema, place, value) => makeField(maker, schema, { ...place, id: `field-${++made}` }, value),
  };
  return maker;
}

/**
 * The field for one place of a schema, with `value` in it, or the schema's default. A value that is not of the
 * schema's kind is shown as JSON: nothing that somebody is asked about may be hidden.
 */
function makeField(
  maker: FieldMaker,
  schema: unknown,
  place: Omit<FieldPlace, 'schema'>,
  value: unknown,
): Field {
  const read = maker.reader.read(schema);
  const start: unknown = value === undefined ? read['default'] : value;
  const kind = place.depth > MAX_DEPTH ? 'json' : kindOf(read);
  const right = start === undefined || fits(kind, read, start);
  const field = create(right ? kind : 'json', { ...place, schema: read }, maker);
  field.load(start);
  return field;
}

function create(kind: SchemaKind, place: FieldPlace, maker: FieldMaker): Field {
  switch (kind) {
    case 'object':
      return new ObjectField(place, maker);
    case 'list':
      return new ListField(place, maker);
    case 'alternatives':
      return new AlternativesField(place, maker);
    case 'options':
      return new OptionsField(place);
    case 'const':
      return new ConstantField(place);
    case 'text':
      return new TextField(place);
    case 'number':
      return new NumberField(place);
    case 'boolean':
      return new BooleanField(place);
    case 'json':
      return new JsonField(place);
  }
}
