const SECRET_AUTOCOMPLETE = /^(?:current-password|new-password|one-time-code|cc-.+|transaction-.+)$/;

/** A password that is shown for a moment is still a password. */
const known = new WeakSet<Element>();

/**
 * True for a field whose value no agent may see or set: passwords, one-time codes, payment, and hidden fields, which
 * carry the page's own tokens (OUI-X2).
 */
export function isSecretField(element: Element): boolean {
  if (known.has(element)) return true;
  const type = (element as Partial<HTMLInputElement>).type;
  const secret =
    type === 'password' ||
    type === 'hidden' ||
    (element.getAttribute('autocomplete') ?? '')
      .toLowerCase()
      .split(/\s+/)
      .some((token) => SECRET_AUTOCOMPLETE.test(token));
  if (secret) known.add(element);
  return secret;
}
