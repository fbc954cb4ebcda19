/** The part of fast-json-patch that is used; the package has types for its CommonJS entry only. */
declare module 'fast-json-patch/module/core.mjs' {
  export interface Operation {
    op: string;
    path: string;
    value?: unknown;
  }
  export function applyOperation(
    document: unknown,
    operation: Operation,
    validate: boolean,
  ): { newDocument: unknown; removed?: unknown; index?: number };
  export function getValueByPointer(document: unknown, pointer: string): unknown;
}
