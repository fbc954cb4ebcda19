/** A person has changed the value of a form that was made from a schema. Bubbles. */
export class OuiSchemaChangeEvent extends Event {
  /** @param value JSON; not validated. `undefined` when nothing is filled in. */
  constructor(readonly value: unknown) {
    super('oui-schema-change', { bubbles: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'oui-schema-change': OuiSchemaChangeEvent;
  }
}
