import { CodedError } from '../../../base/coded-error.js';
import type { Detail } from '../adapter.js';

/** Files that came inside the stream: their content stays here, and facts have a reference. */
export class FileStore {
  readonly #files = new Map<string, string>();

  /** Where a file can be read: its own address, or a reference where its address is its content. */
  refOf(artifactId: string, url: string): string {
    if (!/^data:/i.test(url)) return url;
    const ref = `ai-sdk:file:${artifactId}`;
    this.#files.set(ref, url);
    return ref;
  }

  /**
   * A text as itself; anything else as its `data:` address.
   * @throws CodedError `not_found`
   */
  read(ref: string): Detail {
    const url = this.#files.get(ref);
    if (url === undefined) throw new CodedError('not_found', 'This file is not kept here.');
    const [, type = '', base64, content = ''] = /^data:([^,;]*)[^,]*?(;base64)?,(.*)$/is.exec(url) ?? [];
    const contentType = type === '' ? 'text/plain' : type.toLowerCase();
    if (!/^text\/|\bjson$|\bxml$/.test(contentType)) return { contentType, text: url };
    try {
      return { contentType, text: base64 ? decodeBase64(content) : decodeURIComponent(content) };
    } catch {
      return { contentType, text: url };
    }
  }
}

function decodeBase64(content: string): string {
  const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
