/** The form generator, under its tag; panels that show forms share it. */
export { OuiSchemaChangeEvent, SchemaForm } from '../shared/schema-form/schema-form.js';
