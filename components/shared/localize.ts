import { Signal } from '../../src/base/signals.js';
import { en } from './locales/en.js';

export type StringKey = keyof typeof en;
export type StringParams = Readonly<Record<string, string | number>>;

/**
 * The words of one language. `{name}` is replaced by a parameter; a text with forms for `one` and `other` is
 * chosen by `{count}` and the language's plural rules.
 */
export type Strings = Readonly<
  Record<StringKey, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>
>;

const locales = new Map<string, Partial<Strings>>([['en', en]]);

/** Read while rendering, set when words or a `lang` change: whoever showed words renders again. */
const changes = new Signal.State(0);

function changed(): void {
  wordings.clear();
  changes.set(Signal.subtle.untrack(() => changes.get()) + 1);
}

/**
 * Makes a language known, or replaces some words of one: `registerLocale('en', { 'composer.send': 'Go' })`.
 * @param lang a BCP 47 tag, such as `zh` or `pt-BR`
 */
export function registerLocale(lang: string, strings: Partial<Strings>): void {
  const key = lang.toLowerCase();
  locales.set(key, { ...locales.get(key), ...strings });
  changed();
}

/** All words of one language, under those that a page has replaced already. */
export function provideLocale(lang: string, strings: Partial<Strings>): void {
  locales.set(lang, { ...strings, ...locales.get(lang) });
  changed();
}

const offers = new Map<string, () => Promise<unknown>>();

/**
 * Says where the words of a language can be fetched, when an element first speaks it.
 * @param lang a primary language, such as `zh`
 * @param load fetches a module that calls `provideLocale`
 */
export function offerLocale(lang: string, load: () => Promise<unknown>): void {
  offers.set(lang, load);
  changed();
}

function fetchLocale(lang: string): void {
  const primary = lang.toLowerCase().split('-')[0]!;
  const load = offers.get(primary);
  if (!load) return;
  offers.delete(primary);
  // What is missing is said in English; the next element that speaks the language asks again.
  load().catch(() => offers.set(primary, load));
}

/** The language in which an element speaks: the nearest `lang`, through shadow roots, else the browser's. */
export function languageOf(element: Element): string {
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

const wordings = new Map<string, Wording>();

/** The words in which `element` speaks. Inside a rendering it is tracked: it renders again when they change. */
export function wordingOf(element: Element): Wording {
  changes.get();
  const lang = languageOf(element);
  let wording = wordings.get(lang);
  if (!wording) {
    const valid = validTag(lang);
    fetchLocale(valid);
    wording = { lang: valid, t: (key, params) => words(valid, key, params) };
    wordings.set(lang, wording);
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

function words(lang: string, key: StringKey, params: StringParams = {}): string {
  const entry = find(lang.toLowerCase(), key);
  const template =
    typeof entry === 'string'
      ? entry
      : (entry[new Intl.PluralRules(lang).select(Number(params['count'] ?? 0))] ?? entry.other ?? key);
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

function find(lang: string, key: StringKey): Strings[StringKey] {
  for (let tag = lang; tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = locales.get(tag)?.[key];
    if (found !== undefined) return found;
  }
  return en[key];
}

let observer: MutationObserver | undefined;

/** From the first element on, a change of any `lang` in the document renders the words again. */
export function trackLanguage(): void {
  if (observer) return;
  observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['lang'], subtree: true });
}
