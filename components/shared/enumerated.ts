import { devWarning } from '#dev-warning';

/** The value of an attribute that takes one of a few words; anything else warns and becomes the first of them. */
export function enumerated<Word extends string>(
  element: Element,
  attribute: string,
  value: string | null | undefined,
  words: readonly [Word, ...Word[]],
): Word {
  const known = words.find((word) => word === value);
  if (known === undefined && value) {
    devWarning(
      'elements:unknown_word',
      () => `<${element.localName}> does not know ${attribute}="${value}". It takes: ${words.join(', ')}.`,
    );
  }
  return known ?? words[0];
}
