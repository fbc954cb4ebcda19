type Sink = (code: string, message: string) => void;

const seen = new Set<string>();
const toConsole: Sink = (code, message) => console.warn(`[oui-elements] ${code}: ${message}`);
let sink: Sink | undefined = toConsole;

/**
 * Tells the page's author, once for each code and sentence, what is wrong and what would be right. Never
 * put a value from a form or a message into `message`: it may be a secret.
 */
export function devWarning(code: string, message: string): void {
  const key = `${code} ${message}`;
  if (!sink || seen.has(key)) return;
  if (seen.size > 500) seen.clear();
  seen.add(key);
  sink(code, message);
}

/** False when nobody would read a warning, so that nobody need work one out. */
export function devWarningsWanted(): boolean {
  return sink !== undefined;
}

/** Sends warnings elsewhere (tests, an inspector), or nowhere with `undefined`. Returns the old sink. */
export function setDevWarnings(to: Sink | undefined): Sink | undefined {
  const old = sink;
  sink = to;
  seen.clear();
  return old;
}
