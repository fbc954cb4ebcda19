import { Signal } from '../../src/base/signals.js';
import type { en } from './locales/en.js';

export type StringKey = keyof typeof en;

/**
 * The words of one language. `{name}` is replaced by a parameter; a text with forms for `one` and `other` is
 * chosen by `{count}` and the language's plural rules.
 */
export type Strings = Readonly<
  Record<StringKey, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>
>;

/** Of one language, each some of it. */
export type Words = readonly Partial<Strings>[];

const locales = new Map<string, Partial<Strings>>();

/** Read while rendering, set when words or a `lang` change: whoever showed words renders again. */
export const changes = new Signal.State(0);

export function wordsChanged(): void {
  changes.set(Signal.subtle.untrack(() => changes.get()) + 1);
}

/**
 * Makes a language known, or replaces some words of one: `registerLocale('en', { 'composer.send': 'Go' })`.
 * @param lang a BCP 47 tag, such as `zh` or `pt-BR`
 */
export function registerLocale(lang: string, strings: Partial<Strings>): void {
  const key = lang.toLowerCase();
  locales.set(key, { ...locales.get(key), ...strings });
  wordsChanged();
}

/** All words of one language, under those that a page has replaced already. */
export function provideLocale(lang: string, strings: Partial<Strings>): void {
  locales.set(lang, { ...strings, ...locales.get(lang) });
  wordsChanged();
}

const offers = new Map<string, () => Promise<unknown>>();

/**
 * Says where the words of a language can be fetched, when an element first speaks it.
 * @param lang a primary language, such as `zh`
 * @param load fetches a module that calls `provideLocale`
 */
export function offerLocale(lang: string, load: () => Promise<unknown>): void {
  offers.set(lang, load);
  wordsChanged();
}

/** Fetches the words of a language, where a page has said from where. */
export function fetchLocale(lang: string): void {
  const primary = lang.toLowerCase().split('-')[0]!;
  const load = offers.get(primary);
  if (!load) return;
  offers.delete(primary);
  // What is missing is said in English; the next element that speaks the language asks again.
  load().catch(() => offers.set(primary, load));
}

/** The words of the nearest language that has them: of `pt-BR`, then of `pt`. */
export function localWords(lang: string, key: StringKey): Strings[StringKey] | undefined {
  for (let tag = lang; tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = locales.get(tag)?.[key];
    if (found !== undefined) return found;
  }
  return undefined;
}
