import { expect, fixture, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { SurfaceBus } from 'oui-elements/oui';
import type { OuiSurface } from 'oui-elements/components/oui-surface';
import 'oui-elements/define/oui-action';
import 'oui-elements/define/oui-observation';
import 'oui-elements/define/oui-surface';
import { RecordingClient } from '../recording-client.js';

/** Far beyond what these tests change in: only what never comes to rest is cut off by it. */
const DEADLINE_MS = 1900;

interface Page {
  surface: OuiSurface;
  client: RecordingClient;
  place: HTMLElement;
}

/** A surface with the action `act` and the observation `text` of its place. */
async function page(act: (page: Page) => unknown, content: TemplateResult = html``): Promise<Page> {
  const bus = new SurfaceBus({ settle: { deadlineMs: DEADLINE_MS } });
  const client = new RecordingClient(bus);
  const surface = await fixture<OuiSurface>(html`
    <oui-surface .bus=${bus} surface-id="demo" name="Demo" description="A demonstration.">
      <oui-action action-id="act" description="Acts."></oui-action>
      <oui-observation observation-id="text" for="place" description="What is there."></oui-observation>
      <div id="place">${content}</div>
    </oui-surface>
  `);
  const made = { surface, client, place: surface.querySelector<HTMLElement>('#place')! };
  surface.handle('act', () => act(made));
  await client.registered('demo');
  return made;
}

/** Calls `step` again and again, as a page does that nobody tells to stop; returns the end of it. */
function forever(ms: number, step: (count: number) => void): () => void {
  let count = 0;
  const timer = setInterval(() => step((count += 1)), ms);
  return () => clearInterval(timer);
}

function times(count: number, ms: number, step: (index: number) => void): void {
  const next = (index: number) => {
    step(index);
    if (index + 1 < count) setTimeout(next, ms, index + 1);
  };
  next(0);
}

const add = (parent: Node, text: string) =>
  parent.appendChild(Object.assign(document.createElement('p'), { textContent: text }));

describe('OUI-S13 settling without help', () => {
  it('OUI-S13 the result waits for rows that come one after the other', async () => {
    const { client } = await page(({ place }) => times(8, 25, (index) => add(place, `row ${index}`)));
    const result = await client.result('demo', 'act');
    expect(result.settled).to.be.true;
    expect(result.observations!['demo']!['text']).to.equal(
      [0, 1, 2, 3, 4, 5, 6, 7].map((index) => `row ${index}`).join('\n'),
    );
  });

  it('OUI-S13 the result waits for changes two shadow roots deep, also in roots that come meanwhile', async () => {
    const last: string[] = [];
    const { client } = await page(({ place }) => {
      let inner: Node = place;
      for (let depth = 0; depth < 2; depth += 1) {
        const host = document.createElement('div');
        inner.appendChild(host);
        inner = host.attachShadow({ mode: 'open' });
      }
      times(8, 25, (index) => {
        add(inner, `row ${index}`);
        if (index === 7) last.push('came');
      });
    });
    const result = await client.result('demo', 'act');
    expect(result.settled).to.be.true;
    expect(last).to.deep.equal(['came']);
  });

  it('OUI-S13 the result waits until custom elements have been upgraded, and for what they do then', async () => {
    const { client, place } = await page(({ place }) => {
      place.append(document.createElement('late-widget'));
      setTimeout(() => {
        customElements.define(
          'late-widget',
          class extends HTMLElement {
            connectedCallback() {
              this.textContent = 'ready';
            }
          },
        );
      }, 200);
    });
    const result = await client.result('demo', 'act');
    expect(place.textContent).to.include('ready');
    expect(result.observations!['demo']!['text']).to.equal('ready');
    expect(result.settled).to.be.true;
  });

  it('OUI-S13 a tag that nobody defines is waited for once, not for each action', async () => {
    const { client } = await page(() => {}, html`<never-defined></never-defined>`);
    const first = await client.result('demo', 'act');
    expect(first.settled).to.be.true;
    const second = await client.result('demo', 'act');
    expect(second.settled).to.be.true;
    expect(second.durationMs).to.be.below(first.durationMs! / 2);
  });

  it('OUI-S13 a hold is still waited for', async () => {
    let released = false;
    const { client } = await page(({ surface }) => {
      const release = surface.hold();
      setTimeout(() => {
        released = true;
        release();
      }, 300);
    });
    expect((await client.result('demo', 'act')).settled).to.be.true;
    expect(released).to.be.true;
  });

  const RESTLESS: Record<string, (place: HTMLElement) => () => void> = {
    'an attribute that is animated for ever': (place) => {
      const ball = add(place, 'ball');
      return forever(10, (count) => (ball.style.left = `${count}px`));
    },
    'many attributes that are animated for ever': (place) => {
      const balls = Array.from({ length: 20 }, () => add(place, 'ball'));
      return forever(10, (count) => balls.forEach((ball) => ball.setAttribute('data-x', `${count}`)));
    },
    'a clock that replaces its text': (place) => {
      const clock = add(place, '0.00');
      return forever(10, (count) => (clock.textContent = (count / 100).toFixed(2)));
    },
    'a clock that changes its text node': (place) => {
      const clock = add(place, '0').firstChild as Text;
      return forever(10, (count) => (clock.data = String(count % 10)));
    },
    'a carousel that moves its first picture to the end': (place) => {
      for (const text of ['a', 'b', 'c']) add(place, text);
      return forever(10, () => place.append(place.firstElementChild!));
    },
    'a carousel that takes a picture out and puts it back later': (place) => {
      const picture = add(place, 'a');
      add(place, 'b');
      return forever(10, () => (picture.isConnected ? picture.remove() : place.append(picture)));
    },
    'snow whose flakes come, fall and go': (place) =>
      forever(10, () => {
        const flake = add(place, '*');
        requestAnimationFrame(() => flake.setAttribute('data-y', '1'));
        setTimeout(() => flake.remove(), 40);
      }),
    'a canvas animation beside a CSS one': (place) => {
      const spinner = add(place, 'spins');
      spinner.animate([{ rotate: '0deg' }, { rotate: '360deg' }], { duration: 500, iterations: Infinity });
      const canvas = place.appendChild(document.createElement('canvas'));
      return forever(10, (count) => canvas.getContext('2d')!.fillRect(count % 100, 0, 1, 1));
    },
  };

  for (const [name, start] of Object.entries(RESTLESS)) {
    it(`OUI-S13 ${name} does not keep the result back`, async () => {
      let stop = () => {};
      const { client, surface } = await page(({ surface }) => {
        add(surface, 'done');
      });
      // Nothing observes it: an observed clock is another matter.
      const stage = surface.appendChild(document.createElement('section'));
      stop = start(stage);
      const result = await client.result('demo', 'act');
      stop();
      expect(result.settled).to.be.true;
      expect(result.durationMs).to.be.below(DEADLINE_MS / 2);
    });
  }

  it('OUI-S13 an observed clock keeps the result back no longer than many changes of it take', async () => {
    const { client, place } = await page(() => {});
    const stop = forever(10, (count) => (place.textContent = String(count % 7)));
    const result = await client.result('demo', 'act');
    stop();
    expect(result.settled).to.be.true;
    expect(result.durationMs).to.be.below(DEADLINE_MS / 2);
  });

  it('OUI-S13 what grows without end is cut off at the deadline, and the result says so', async () => {
    let stop = () => {};
    const { client } = await page(({ surface }) => {
      const log = add(surface, '');
      stop = forever(10, (count) => add(log, `line ${count}`));
    });
    const result = await client.result('demo', 'act');
    stop();
    expect(result.success).to.be.true;
    expect(result.settled).to.be.false;
  });

  it('neighbours 5.10 the result of an action that opens a surface lists it, built up, and calling it succeeds', async () => {
    const { client, surface } = await page(({ surface }) => {
      setTimeout(() => {
        const opened = document.createElement('oui-surface');
        Object.assign(opened, {
          bus: surface.bus,
          surfaceId: 'opened',
          name: 'Opened',
          description: 'Just now.',
        });
        surface.after(opened);
        times(3, 25, (index) => {
          const action = document.createElement('oui-action');
          Object.assign(action, { actionId: `act_${index}`, description: 'Acts.', handler: () => index });
          opened.append(action);
        });
      }, 20);
    });
    const result = await client.result('demo', 'act');
    const opened = result.surfaces!.find(({ id }) => id === 'opened');
    expect(opened?.actions.map(({ id }) => id)).to.deep.equal(['act_0', 'act_1', 'act_2']);
    expect((await client.result('opened', 'act_2')).data).to.equal(2);
    surface.parentElement!.replaceChildren();
  });
});
