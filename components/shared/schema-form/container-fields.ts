import { isJsonObject, isPollutingKey, type JsonObject } from '../../../src/base/json.js';
import { Field, type FieldMaker, type FieldPlace } from './field.js';
import { TextField } from './scalar-fields.js';
import { branchesOf, isNull, kindOf, suitability, type SchemaKind } from './schema-kind.js';
import { combine } from './schema-reader.js';

const PLAIN: ReadonlySet<SchemaKind> = new Set(['text', 'number', 'boolean', 'options']);
/** Lists begin with so many items at most, whatever `minItems` asks for. */
const MOST_AT_FIRST = 20;

/** A declared member; without a field it is left out and can be added. */
export interface Member {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
  field: Field | undefined;
}

/** A member that the person names. */
export interface Entry {
  name: string;
  readonly field: Field;
}

export class ObjectField extends Field {
  members: readonly Member[] = [];
  entries: readonly Entry[] = [];
  readonly #maker: FieldMaker;

  constructor(place: FieldPlace, maker: FieldMaker) {
    super(place);
    this.#maker = maker;
  }

  /** Whether the person may name members of their own. */
  get isMap(): boolean {
    const { additionalProperties, patternProperties } = this.place.schema;
    return (
      isJsonObject(additionalProperties) || additionalProperties === true || isJsonObject(patternProperties)
    );
  }

  get value(): JsonObject {
    const value: JsonObject = {};
    for (const [name, field] of this.below) {
      const own = field.value;
      if (own !== undefined && !isPollutingKey(name)) value[name] = own;
    }
    return value;
  }

  override get below(): readonly (readonly [string, Field])[] {
    const members = this.members.flatMap(({ name, field }) => (field ? [[name, field] as const] : []));
    return [...members, ...this.entries.map(({ name, field }) => [name, field] as const)];
  }

  override get misfit(): 'form.sameName' | 'form.noName' | undefined {
    const names = this.below.map(([name]) => name);
    if (this.entries.some(({ name }) => name === '' || isPollutingKey(name))) return 'form.noName';
    return new Set(names).size < names.length ? 'form.sameName' : undefined;
  }

  titleOf({ schema, name }: Member): string {
    const { title } = this.#maker.reader.read(schema);
    return typeof title === 'string' ? title : name;
  }

  add(member: Member): void {
    member.field = this.#make(member.schema, member.name, member.required, undefined);
  }

  addEntry(): Entry {
    const { patternProperties, additionalProperties } = this.place.schema;
    const patterns = isJsonObject(patternProperties) ? Object.values(patternProperties) : [];
    const schema = isJsonObject(additionalProperties) ? additionalProperties : (patterns[0] ?? true);
    const entry = { name: '', field: this.#make(schema, '', true, undefined) };
    this.entries = [...this.entries, entry];
    return entry;
  }

  removeEntry(entry: Entry): void {
    this.entries = this.entries.filter((other) => other !== entry);
  }

  protected show(value: unknown): void {
    const given = isJsonObject(value) ? value : {};
    const { properties, required } = this.place.schema;
    const declared = isJsonObject(properties) ? properties : {};
    const needed: readonly unknown[] = Array.isArray(required) ? required : [];
    this.members = Object.entries(declared)
      .filter(([name, schema]) => Object.hasOwn(given, name) || schema !== false)
      .map(([name, schema]) => {
        const own = Object.hasOwn(given, name) ? given[name] : undefined;
        return this.#member(name, schema, needed.includes(name), own);
      });
    this.entries = Object.entries(given)
      .filter(([name]) => !Object.hasOwn(declared, name))
      .map(([name, own]) => ({ name, field: this.#make(this.#schemaOf(name), name, true, own) }));
  }

  #member(name: string, schema: unknown, required: boolean, value: unknown): Member {
    const member: Member = { name, schema, required, field: undefined };
    const hasDefault = this.#maker.reader.read(schema)['default'] !== undefined;
    if (required || value !== undefined || hasDefault || this.isPlain(member)) {
      member.field = this.#make(schema, name, required, value);
    }
    return member;
  }

  /** What takes one line, and says by being empty that it is left out. */
  isPlain(member: Member): boolean {
    const schema = this.#maker.reader.read(member.schema);
    const kind = kindOf(schema);
    if (kind !== 'alternatives') return PLAIN.has(kind);
    const others = branchesOf(schema)
      .map((branch) => this.#maker.reader.read(branch))
      .filter((branch) => !isNull(branch));
    return others.length === 1 && others.every((branch) => PLAIN.has(kindOf(branch)));
  }

  #schemaOf(name: string): unknown {
    const { patternProperties, additionalProperties } = this.place.schema;
    const patterns = isJsonObject(patternProperties) ? Object.entries(patternProperties) : [];
    return patterns.find(([pattern]) => matches(pattern, name))?.[1] ?? additionalProperties ?? true;
  }

  #make(schema: unknown, name: string, required: boolean, value: unknown): Field {
    return this.#maker.make(schema, { name, required, depth: this.place.depth + 1 }, value);
  }
}

export class ListField extends Field {
  items: readonly Field[] = [];
  readonly #maker: FieldMaker;

  constructor(place: FieldPlace, maker: FieldMaker) {
    super(place);
    this.#maker = maker;
  }

  /** Items whose place says what they are; they stay where they are. */
  get fixed(): number {
    const { prefixItems } = this.place.schema;
    return Array.isArray(prefixItems) ? prefixItems.length : 0;
  }

  get mayGrow(): boolean {
    const { maxItems, items } = this.place.schema;
    return items !== false && (typeof maxItems !== 'number' || this.items.length < maxItems);
  }

  get mayShrink(): boolean {
    const { minItems } = this.place.schema;
    return typeof minItems !== 'number' || this.items.length > minItems;
  }

  get value(): unknown[] {
    // An item is there, also when nothing has been written into it.
    return this.items.map((item) => item.value ?? (item instanceof TextField ? '' : null));
  }

  override get below(): readonly (readonly [string, Field])[] {
    return this.items.map((item, index) => [String(index), item]);
  }

  add(): Field {
    const item = this.#make(this.items.length, undefined);
    this.items = [...this.items, item];
    return item;
  }

  remove(item: Field): void {
    this.items = this.items.filter((other) => other !== item);
  }

  move(item: Field, by: 1 | -1): boolean {
    const from = this.items.indexOf(item);
    const to = from + by;
    if (from < this.fixed || to < this.fixed || to >= this.items.length) return false;
    const items = [...this.items];
    items.splice(to, 0, ...items.splice(from, 1));
    this.items = items;
    return true;
  }

  protected show(value: unknown): void {
    if (Array.isArray(value)) {
      this.items = value.map((item: unknown, index) => this.#make(index, item));
      return;
    }
    const { minItems } = this.place.schema;
    const least = Math.max(this.fixed, typeof minItems === 'number' ? minItems : 0);
    this.items = Array.from({ length: Math.min(least, MOST_AT_FIRST) }, (_, index) =>
      this.#make(index, undefined),
    );
  }

  #make(index: number, value: unknown): Field {
    const { prefixItems, items } = this.place.schema;
    const schema: unknown = index < this.fixed ? (prefixItems as unknown[])[index] : (items ?? true);
    return this.#maker.make(schema, { name: '', required: true, depth: this.place.depth + 1 }, value);
  }
}

/** One of several ways to fill a place. */
export class AlternativesField extends Field {
  /** As the author wrote them. */
  readonly branches: readonly unknown[];
  #chosen = 0;
  #field: Field | undefined;
  /** What was filled in elsewhere is there when the person comes back to it. */
  readonly #filled = new Map<number, Field>();
  readonly #maker: FieldMaker;

  constructor(place: FieldPlace, maker: FieldMaker) {
    super(place);
    this.#maker = maker;
    this.branches = branchesOf(place.schema);
  }

  get chosen(): number {
    return this.#chosen;
  }
  set chosen(index: number) {
    this.#chosen = index;
    this.#field = this.#filled.get(index) ?? this.#make(index, undefined);
    this.#filled.set(index, this.#field);
  }

  get field(): Field | undefined {
    return this.#field;
  }

  /** Of two ways one is `null`: its place among them. */
  get nullBranch(): number | undefined {
    const index = this.branches.findIndex((_, at) => isNull(this.schemaOf(at)));
    return index >= 0 && this.branches.length === 2 ? index : undefined;
  }

  get value(): unknown {
    return this.#field?.value;
  }

  referenceName(index: number): string | undefined {
    return this.#maker.reader.referenceName(this.branches[index]);
  }

  override get below(): readonly (readonly [string, Field])[] {
    return this.#field ? [['', this.#field]] : [];
  }

  /** What holds in a branch: its own schema, and what stands beside the branches. */
  schemaOf(index: number): JsonObject {
    const { oneOf, anyOf, type, default: start, title, description, ...beside } = this.place.schema;
    const base = Array.isArray(type) ? beside : { ...beside, ...(type !== undefined && { type }) };
    return combine(base, this.#maker.reader.read(this.branches[index]));
  }

  protected show(value: unknown): void {
    this.#filled.clear();
    const scores = this.branches.map((_, index) => suitability(this.schemaOf(index), value));
    const atFirst = this.nullBranch === 0 ? 1 : 0;
    const best = value === undefined ? atFirst : scores.indexOf(Math.max(...scores));
    this.#chosen = best;
    this.#field = this.#make(best, value);
    this.#filled.set(best, this.#field);
  }

  #make(index: number, value: unknown): Field {
    const { required, depth } = this.place;
    return this.#maker.make(this.schemaOf(index), { name: '', required, depth: depth + 1 }, value);
  }
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return false;
  }
}
