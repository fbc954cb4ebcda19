/**
 * How many cases a property is tried with. Node tries them all; a tenth in a browser shows that its engine agrees, and leaves the
 * time to the tests that only a browser can run.
 */
export const cases = (inNode: number): number => ('document' in globalThis ? Math.ceil(inNode / 10) : inNode);
