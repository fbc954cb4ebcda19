/** One fault of a value: where, what, and what would be right (OUI-S6). */
export interface FieldFault {
  /** Dots between members: `dueDate`, `items.0.title`; the empty text is the root. */
  field: string;
  /** The JSON Schema keyword that failed, such as `required` or `maxLength`. */
  constraint: string;
  expected: unknown;
  /** A short description of what was there; never the value of a secret field. */
  actual: unknown;
  message: string;
}
