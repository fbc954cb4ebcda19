import type { FieldFault } from '../../../src/base/json-schema/field-fault.js';
import type { AnySchema, Validate } from '../../../src/base/json-schema/validate.js';
import { AlternativesField } from './container-fields.js';
import type { Field } from './field.js';
import type { SchemaReader } from './schema-reader.js';

/** Only these say that something within one of several ways is wrong; the chosen way says what. */
const GROUPS = new Set(['oneOf', 'anyOf']);

/** The faults of a form's value, each at the field that a person can mend it in. */
export class FormFaults {
  /** In the order of the schema. */
  readonly all: readonly FieldFault[];
  readonly #at = new Map<Field, FieldFault[]>();
  readonly #fields = new Map<string, Field[]>();
  readonly #validate: Validate;
  readonly #reader: SchemaReader;

  constructor(schema: AnySchema, root: Field, reader: SchemaReader, validate: Validate) {
    this.#validate = validate;
    this.#reader = reader;
    this.#index(root, '');
    const value = root.value;
    const found = value === undefined ? [missing()] : validate(schema, value);
    this.all = this.#explain(found, root);
    for (const fault of this.all) {
      const field = this.#fieldOf(fault.field) ?? root;
      this.#at.set(field, [...(this.#at.get(field) ?? []), fault]);
    }
  }

  of(field: Field): readonly FieldFault[] {
    return this.#at.get(field) ?? [];
  }

  /** The first field that something is wrong with, in reading order. */
  get first(): Field | undefined {
    for (const field of [...this.#fields.values()].flat()) {
      if (this.#at.has(field) || field.misfit) return field;
    }
    return undefined;
  }

  #index(field: Field, path: string): void {
    this.#fields.set(path, [...(this.#fields.get(path) ?? []), field]);
    for (const [step, below] of field.below) this.#index(below, join(path, step));
  }

  /** The innermost field there; where there is none, the nearest around it. */
  #fieldOf(path: string): Field | undefined {
    const here = this.#fields.get(path)?.at(-1);
    if (here || path === '') return here;
    return this.#fieldOf(path.slice(0, Math.max(0, path.lastIndexOf('.'))));
  }

  #explain(faults: readonly FieldFault[], within: Field): readonly FieldFault[] {
    return faults.flatMap((fault) => {
      if (!GROUPS.has(fault.constraint)) return [fault];
      const candidates = this.#fields.get(fault.field) ?? [];
      const group = candidates.find(
        (field): field is AlternativesField => field instanceof AlternativesField && field !== within,
      );
      const chosen = group?.field;
      const alone = group && this.#reader.alone(group.branches[group.chosen]);
      if (!chosen || alone === undefined) return [fault];
      const inside = this.#validate(alone, chosen.value).map((inner) => ({
        ...inner,
        field: join(fault.field, inner.field),
      }));
      return inside.length > 0 ? this.#explain(inside, group) : [fault];
    });
  }
}

function missing(): FieldFault {
  return {
    field: '',
    constraint: 'required',
    expected: true,
    actual: 'nothing',
    message: 'a value is required',
  };
}

function join(path: string, step: string): string {
  return path && step ? `${path}.${step}` : path || step;
}
