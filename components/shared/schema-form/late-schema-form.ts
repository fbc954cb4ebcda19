/**
 * What `#schema-form` is in a browser: the form is fetched when one is first drawn, for few sessions have a question with
 * a schema. Under the export condition `node` it is `schema-form.node.ts`, because a server draws at once.
 */
export function schemaForm(): object | Promise<object> {
  return import('./schema-form.js');
}
