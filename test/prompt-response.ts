/**
 * A response whose text is there at once in every engine: Firefox takes more than a hundred turns of the event loop to
 * read a text that it was given, and a test that goes by its own clock waits for none of them.
 */
export class PromptResponse extends Response {
  readonly #text: string | undefined;

  constructor(body?: string | ReadableStream<Uint8Array> | null, init: ResponseInit = {}) {
    const isText = typeof body === 'string';
    super(isText ? streamOf(body) : body, init);
    if (!isText) return;
    this.#text = body;
    if (!this.headers.has('content-type')) this.headers.set('content-type', 'text/plain;charset=UTF-8');
  }

  static override json(value: unknown, init: ResponseInit = {}): PromptResponse {
    const response = new PromptResponse(JSON.stringify(value), init);
    if (!new Headers(init.headers).has('content-type'))
      response.headers.set('content-type', 'application/json');
    return response;
  }

  override async text(): Promise<string> {
    return this.#text === undefined || this.bodyUsed ? super.text() : this.#text;
  }

  override async json(): Promise<unknown> {
    return this.#text === undefined || this.bodyUsed ? super.json() : JSON.parse(this.#text);
  }
}

const streamOf = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      if (text !== '') controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
