/** What WebDriver calls the keys that type no character. */
const KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  F6: '\uE036',
  Meta: '\uE03D',
};
const BUTTONS = ['left', 'middle', 'right'] as const;
type Button = (typeof BUTTONS)[number];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A page in WebKitGTK, by WebDriver, with as much of puppeteer's interface as the runner's commands ask for. */
export class WebKitPage {
  readonly #session: string;
  #size: Size | undefined;

  private constructor(session: string) {
    this.#session = session;
  }

  static async open(server: string, browser: string): Promise<WebKitPage> {
    await listening(server);
    const options = { binary: browser, args: ['--automation'] };
    const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
    const { sessionId } = await call<{ sessionId: string }>('POST', `${server}/session`, {
      capabilities: { alwaysMatch },
    });
    return new WebKitPage(`${server}/session/${sessionId}`);
  }

  async goto(url: string): Promise<void> {
    await call('POST', `${this.#session}/url`, { url });
  }

  url(): Promise<string> {
    return call('GET', `${this.#session}/url`);
  }

  async close(): Promise<void> {
    await call('DELETE', this.#session);
  }

  /** A window is larger than what it shows: ask, measure, and ask for the difference as well. */
  async setViewport({ width, height }: Size): Promise<void> {
    if (this.#size?.width === width && this.#size.height === height) return;
    const rect = await call<Size>('GET', `${this.#session}/window/rect`);
    const [innerWidth, innerHeight] = await this.#evaluate<[number, number]>(
      'return [innerWidth, innerHeight]',
    );
    await call('POST', `${this.#session}/window/rect`, {
      width: width + rect.width - innerWidth,
      height: height + rect.height - innerHeight,
    });
    this.#size = { width, height };
  }

  emulateMediaFeatures(): never {
    throw new Error('WebKitWebDriver cannot emulate media.');
  }

  emulateMediaType(): never {
    throw new Error('WebKitWebDriver cannot emulate media.');
  }

  readonly keyboard = {
    down: (key: string) => this.#keys({ type: 'keyDown', value: KEYS[key] ?? key }),
    up: (key: string) => this.#keys({ type: 'keyUp', value: KEYS[key] ?? key }),
    press: (key: string) => this.#press([KEYS[key] ?? key]),
    type: (text: string) => this.#press([...text]),
  };

  readonly mouse = {
    move: (x: number, y: number) => this.#pointer({ type: 'pointerMove', duration: 0, x, y }),
    down: ({ button = 'left' }: { button?: Button } = {}) =>
      this.#pointer({ type: 'pointerDown', button: BUTTONS.indexOf(button) }),
    up: ({ button = 'left' }: { button?: Button } = {}) =>
      this.#pointer({ type: 'pointerUp', button: BUTTONS.indexOf(button) }),
    click: async (x: number, y: number, { button = 'left' }: { button?: Button } = {}) => {
      await this.mouse.move(x, y);
      await this.mouse.down({ button });
      await this.mouse.up({ button });
    },
    reset: async () => {
      await call('DELETE', `${this.#session}/actions`);
      await this.mouse.move(0, 0);
    },
  };

  #evaluate<T>(script: string): Promise<T> {
    return call('POST', `${this.#session}/execute/sync`, { script, args: [] });
  }

  #press(keys: readonly string[]): Promise<void> {
    return this.#keys(
      ...keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
  }

  #keys(...actions: { type: string; value: string }[]): Promise<void> {
    return this.#perform({ type: 'key', id: 'keyboard', actions });
  }

  #pointer(action: Record<string, unknown>): Promise<void> {
    const parameters = { pointerType: 'mouse' };
    return this.#perform({ type: 'pointer', id: 'mouse', parameters, actions: [action] });
  }

  async #perform(...actions: object[]): Promise<void> {
    await call('POST', `${this.#session}/actions`, { actions });
  }
}

async function call<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (response.ok) return value;
  throw new Error(`WebKitWebDriver: ${value?.error ?? response.status}: ${value?.message ?? ''}`);
}

/** The driver says nothing when it is ready: ask until it answers. */
async function listening(server: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      await call('GET', `${server}/status`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('WebKitWebDriver did not start.');
}
