import { deepEqual } from '../../../src/base/deep-equal.js';
import type { JsonObject } from '../../../src/base/json.js';
import type { SchemaReader } from './schema-reader.js';

/** Where a field stands and what it is for. */
export interface FieldPlace {
  /** Of its element. A server and a browser make the same one. */
  id: string;
  /** As a `SchemaReader` reads it. */
  schema: JsonObject;
  /** The member's name; empty for the root. */
  name: string;
  required: boolean;
  /** Fields above it. */
  depth: number;
}

/** What fields make the fields below them with. */
export interface FieldMaker {
  readonly reader: SchemaReader;
  make(schema: unknown, place: Omit<FieldPlace, 'schema' | 'id'>, value: unknown): Field;
}

/** One place of a value while a person fills it in: what they typed, and the JSON that it amounts to. */
export abstract class Field {
  /** Of its element; it stays when the field moves. */
  readonly id: string;
  readonly place: FieldPlace;
  /** The person has been here: what is wrong may be said. */
  touched = false;
  /** What it began with. */
  #initial: unknown;

  constructor(place: FieldPlace) {
    this.place = place;
    this.id = place.id;
  }

  /** JSON; `undefined` when it is left out. */
  abstract get value(): unknown;

  protected abstract show(value: unknown): void;

  /** Starts again from a value; without one, from nothing. */
  load(value: unknown): void {
    this.show(value);
    this.touched = false;
    this.#initial = structuredClone(this.value);
  }

  get changed(): boolean {
    return !deepEqual(this.value, this.#initial);
  }

  reset(): void {
    this.load(this.#initial);
  }

  /** The fields right below, by the step that leads to each. */
  get below(): readonly (readonly [step: string, field: Field])[] {
    return [];
  }

  /** What no schema can find wrong, because it never became JSON: a key of the wording. */
  get misfit(): 'form.notJson' | 'form.sameName' | 'form.noName' | undefined {
    return undefined;
  }
}
