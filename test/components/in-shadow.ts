/** What an element shows under its shadow root, and how a reader finds it. */
export function find<E extends Element = HTMLElement>(host: Element, selector: string): E {
  const found = host.shadowRoot!.querySelector<E>(selector);
  if (!found) throw new Error(`<${host.localName}> shows no ${selector}`);
  return found;
}

export function findAll<E extends Element = HTMLElement>(host: Element, selector: string): E[] {
  return [...host.shadowRoot!.querySelectorAll<E>(selector)];
}

/** What a reader sees, with single spaces. */
export function textOf(node: Element): string {
  return (node.textContent ?? '').replace(/\s+/g, ' ').trim();
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a screen reader calls a control or a button. */
export function nameOf(control: Element): string {
  const labels = 'labels' in control ? [...((control as Control).labels ?? [])].map(textOf).join(' ') : '';
  return control.getAttribute('aria-label') ?? (labels.replace(/\*$/, '') || textOf(control));
}

/** The control that is called so. */
export function control<C extends Element = Control>(host: Element, name: string): C {
  const all = findAll<C>(host, 'input, textarea, select');
  const found = all.find((each) => nameOf(each) === name);
  if (!found) throw new Error(`no control is called ${name}; there are: ${all.map(nameOf).join(', ')}`);
  return found;
}

/** The button that is called so. */
export function button(host: Element, name: string): HTMLButtonElement {
  const all = findAll<HTMLButtonElement>(host, 'button');
  const found = all.find((each) => nameOf(each) === name);
  if (!found) throw new Error(`no button is called ${name}; there are: ${all.map(nameOf).join(', ')}`);
  return found;
}
