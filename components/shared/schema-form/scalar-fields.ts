import { parseJson } from '../../../src/base/json.js';
import { Field, type FieldPlace } from './field.js';
import { constantOf, optionsOf, sameJson, type Option } from './schema-kind.js';
import { timeTexts, type TimeTexts } from './time-texts.js';

/** Longer texts get room for several lines. */
const ONE_LINE = 120;

/** The `type` of an `<input>`, or `textarea`. */
export type TextControl =
  'text' | 'textarea' | 'email' | 'url' | 'date' | 'datetime-local' | 'time' | 'password';

const CONTROLS: Readonly<Record<string, TextControl>> = {
  email: 'email',
  'idn-email': 'email',
  uri: 'url',
  url: 'url',
  date: 'date',
  password: 'password',
};

export class TextField extends Field {
  #text = '';
  /** A text that is empty and was given, or was emptied by the person where one is required, is a value. */
  #emptyCounts = false;
  #time: TimeTexts | undefined;

  get control(): TextControl {
    const { format, writeOnly, pattern, maxLength } = this.place.schema;
    if (this.#time) return this.#time.control;
    if (writeOnly === true) return 'password';
    const control = CONTROLS[String(format)];
    if (control === 'date' && this.#text && !/^\d{4,}-\d\d-\d\d$/.test(this.#text)) return 'text';
    if (control) return control;
    const short = typeof maxLength === 'number' && maxLength <= ONE_LINE;
    return format || pattern || short ? 'text' : 'textarea';
  }

  get isSecret(): boolean {
    return this.control === 'password';
  }

  /** As the control shows it. */
  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    this.#emptyCounts ||= this.place.required;
  }

  /** The time zone in which the control's time is. */
  get zone(): string | undefined {
    return this.#time?.zone;
  }

  get value(): unknown {
    if (this.#text === '') return this.#emptyCounts && !this.#time ? '' : undefined;
    return this.#time ? this.#time.toValue(this.#text) : this.#text;
  }

  protected show(value: unknown): void {
    const text = typeof value === 'string' ? value : '';
    this.#emptyCounts = value === '';
    this.#time = timeTexts(this.place.schema['format'], text);
    this.#text = this.#time?.shown ?? text;
  }
}

export class NumberField extends Field {
  text = '';

  get value(): unknown {
    const text = this.text.trim();
    if (text === '') return undefined;
    // What is no number stays as it is: the validator says so.
    return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
  }

  protected show(value: unknown): void {
    this.text = value === undefined ? '' : String(value);
  }
}

export class BooleanField extends Field {
  #value: boolean | undefined;

  /** It can be left out, and nothing says what that means. */
  get mayBeAbsent(): boolean {
    return !this.place.required && typeof this.place.schema['default'] !== 'boolean';
  }

  get value(): boolean | undefined {
    return this.#value ?? (this.mayBeAbsent ? undefined : false);
  }
  set value(value: boolean | undefined) {
    this.#value = value;
  }

  protected show(value: unknown): void {
    this.#value = typeof value === 'boolean' ? value : undefined;
  }
}

/** One of a few values, of whatever JSON type. */
export class OptionsField extends Field {
  readonly options: readonly Option[];
  /** -1: none. */
  chosen = -1;

  constructor(place: FieldPlace) {
    super(place);
    this.options = optionsOf(place.schema) ?? [];
  }

  get value(): unknown {
    return this.options[this.chosen]?.value;
  }

  protected show(value: unknown): void {
    this.chosen =
      value === undefined ? -1 : this.options.findIndex((option) => sameJson(option.value, value));
  }
}

/** A value that cannot be another. */
export class ConstantField extends Field {
  get value(): unknown {
    return constantOf(this.place.schema);
  }

  protected show(): void {
    // There is nothing to choose.
  }
}

/** Any JSON, as text. */
export class JsonField extends Field {
  text = '';

  get value(): unknown {
    return this.text.trim() === '' ? undefined : parseJson(this.text);
  }

  override get misfit(): 'form.notJson' | undefined {
    return this.text.trim() !== '' && this.value === undefined ? 'form.notJson' : undefined;
  }

  protected show(value: unknown): void {
    const { required, schema } = this.place;
    const nothing = required && schema['type'] === 'object' ? '{}' : '';
    this.text = value === undefined ? nothing : JSON.stringify(value, null, 2);
  }
}
