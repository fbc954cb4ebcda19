import { isFirstPaint, LanguageRequestEvent } from './first-paint.js';
import {
  changes,
  fetchLocale,
  localWords,
  wordsChanged,
  type StringKey,
  type Strings,
  type Words,
} from './languages.js';
import { enChat } from './locales/en-chat.js';

export type { StringKey };

export type StringParams = Readonly<Record<string, string | number>>;

/**
 * The language in which an element speaks: the nearest `lang`, through shadow roots, else the browser's. A server sees
 * only the `lang` of elements of ours, and speaks English without one.
 */
export function languageOf(element: Element): string {
  if (isFirstPaint()) {
    const request = new LanguageRequestEvent();
    element.dispatchEvent(request);
    return request.lang ?? 'en';
  }
  let node: Element | undefined = element;
  while (node) {
    const lang: string | null | undefined = node.closest('[lang]')?.getAttribute('lang');
    if (lang) return lang;
    const root: Node = node.getRootNode();
    node = root instanceof ShadowRoot ? root.host : undefined;
  }
  return navigator.language;
}

/** The words of one language, for renderers that are not elements. The same object until words or `lang` change. */
export interface Wording {
  /** A valid BCP 47 tag, for `Intl`. */
  readonly lang: string;
  t(key: StringKey, params?: StringParams): string;
}

/** What every language falls back to: the words of a chat, and those that the elements on the page have brought. */
const english: Partial<Strings> = { ...enChat };

/** Makes English words known that a class needs besides. */
export function needEnglish(words: Words): void {
  for (const some of words) Object.assign(english, some);
}

const wordings = new Map<string, Wording>();
/** The words that they were made of. */
let madeOf: unknown;

/** The words in which `element` speaks. Inside a rendering it is tracked: it renders again when they change. */
export function wordingOf(element: Element): Wording {
  const words = changes.get();
  if (words !== madeOf) wordings.clear();
  madeOf = words;
  const lang = languageOf(element);
  // An object of its own, so that whatever was drawn with it is drawn again.
  const name = isFirstPaint() ? `first paint ${lang}` : lang;
  let wording = wordings.get(name);
  if (!wording) {
    const valid = validTag(lang);
    fetchLocale(valid);
    wording = { lang: valid, t: (key, params) => textOf(valid, key, params) };
    wordings.set(name, wording);
  }
  return wording;
}

/** `lang` is users' markup: a tag that `Intl` refuses must not throw in the middle of a rendering. */
function validTag(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

function textOf(lang: string, key: StringKey, params: StringParams = {}): string {
  const entry: Strings[StringKey] = localWords(lang.toLowerCase(), key) ?? english[key] ?? key;
  const template =
    typeof entry === 'string'
      ? entry
      : (entry[new Intl.PluralRules(lang).select(Number(params['count'] ?? 0))] ?? entry.other ?? key);
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

let observer: MutationObserver | undefined;

/** From the first element on, a change of any `lang` in the document renders the words again. */
export function trackLanguage(): void {
  if (observer) return;
  observer = new MutationObserver(wordsChanged);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['lang'], subtree: true });
}
