import { inside, isVisible, pressable } from './deep.js';
import { drawn, type Stage, type Step } from './scene.js';

// A file for the person, or a window of its own: in Firefox either keeps the focus from every test after it.
HTMLAnchorElement.prototype.click = () => undefined;
document.addEventListener('click', (event) => {
  if (event.composedPath().some((node) => node instanceof HTMLAnchorElement && node.target))
    event.preventDefault();
});

const PRESS = { bubbles: true, composed: true, cancelable: true };

/** Does one step, and waits until it is drawn. */
export async function act(stage: Stage, step: Step): Promise<void> {
  if (typeof step === 'function') await step(stage);
  else {
    const [, verb, object = ''] = /^(\S+) ?(.*)$/s.exec(step)!;
    if (verb === 'unfold') await unfold(stage.element);
    else if (verb === 'fill') fill(stage.element, object);
    else if (verb === 'type') fill(stage.element, object.split(' ')[1]!, object.split(' ')[0]);
    else if (verb === 'press') at(stage.element, object).dispatchEvent(new MouseEvent('click', PRESS));
    else if (verb === 'key') {
      const [key, place] = object.split(/ (.*)/s);
      const target = place ? at(stage.element, place) : focused();
      target.dispatchEvent(new KeyboardEvent('keydown', { key, ...PRESS }));
    } else throw new Error(`no step is called ${verb}`);
  }
  await drawn();
}

function at(host: Element, place: string): Element {
  if (/^[.#[]/.test(place)) {
    const found = inside(host).find((element) => element.matches(place) && isVisible(element));
    if (found) return found;
    throw new Error(`<${host.localName}> shows no ${place}`);
  }
  const all = pressable(host);
  const found = all.find(({ name }) => name === place) ?? all.find(({ name }) => name.includes(place));
  if (found) return found.element;
  throw new Error(`nothing is called “${place}”; there are: ${all.map(({ name }) => name).join(' | ')}`);
}

function focused(): Element {
  let found = document.activeElement!;
  while (found.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}

async function unfold(host: Element): Promise<void> {
  for (let depth = 0; depth < 2; depth++) {
    for (const element of inside(host)) {
      if (element instanceof HTMLDetailsElement) element.open = true;
      else if (element.matches('button[aria-expanded="false"]:not([aria-haspopup])') && isVisible(element))
        element.click();
    }
    await drawn();
  }
}

/** Writes something into each field that is seen, or into those of a place. */
function fill(host: Element, place: string, text = 'words'): void {
  for (const field of inside(host)) {
    if (!isVisible(field) || field.matches(':disabled') || (place && !field.matches(place))) continue;
    if (field.matches('[type="checkbox"]:not(:checked), [type="radio"]:not(:checked)')) field.click();
    else if (field instanceof HTMLSelectElement) field.selectedIndex = field.options.length - 1;
    else if (field instanceof HTMLTextAreaElement) field.value = text;
    else if (field instanceof HTMLInputElement && !/checkbox|radio|file/.test(field.type))
      field.value = field.type === 'number' ? '3' : text;
    else continue;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
