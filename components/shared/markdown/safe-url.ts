/** Schemes that a link from a model may have (known-failure 42). */
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

export interface SafeUrl {
  href: string;
  /** Where it leads, for the reader; empty for `mailto:`, `tel:` and places on this page. */
  host: string;
}

/** A URL that may become a link, or undefined. A relative one is none: a model cannot know our addresses. */
export function safeUrl(raw: string): SafeUrl | undefined {
  if (/^#[\w-]*$/.test(raw)) return { href: raw, host: '' };
  try {
    const url = new URL(raw);
    if (!SCHEMES.has(url.protocol)) return undefined;
    return { href: url.href, host: url.host };
  } catch {
    return undefined;
  }
}

/** A URL from which an image may be loaded when the reader asks for it. */
export function safeImageUrl(raw: string): SafeUrl | undefined {
  const url = safeUrl(raw);
  return url?.host && /^https?:/.test(url.href) ? url : undefined;
}
