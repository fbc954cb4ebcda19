/** Between two facts on one line. Not written into templates: those must be plain ASCII (known-failure D). */
export const SEPARATOR = ' \u00b7 ';
