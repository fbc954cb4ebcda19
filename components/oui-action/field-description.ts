import type { FieldControl, FormField } from './form-fields.js';

/**
 * What people are told of a field, the most deliberate first: `toolparamdescription`, its labels, `aria-description`,
 * its accessible name, what describes it, its title, its placeholder. Of boxes of one name, their group is described.
 */
export function describe({ kind, controls }: FormField): string {
  const isGroup = kind === 'radios' || kind === 'boxes';
  const [control] = controls;
  const subject = isGroup ? groupOf(controls) : control;
  const candidates = [
    ...[subject, ...controls].map((element) => element?.getAttribute('toolparamdescription')),
    isGroup ? '' : labelOf(control),
    subject?.getAttribute('aria-description'),
    textsOf(subject, 'aria-labelledby') || subject?.getAttribute('aria-label'),
    isGroup && subject?.querySelector(':scope > legend')?.textContent,
    textsOf(subject, 'aria-describedby'),
    subject?.title,
    control.getAttribute('placeholder'),
  ];
  return candidates.map((text) => plain(text || '')).find(Boolean) ?? '';
}

/** The words of a control's labels, without those of controls inside them. */
export function labelOf(control: FieldControl): string {
  return labelsOf(control)
    .map((label) => {
      const copy = label.cloneNode(true) as HTMLElement;
      const inner = [...copy.querySelectorAll<HTMLElement>('*')];
      for (const element of inner) if (isControl(element)) element.remove();
      return plain(copy.textContent);
    })
    .filter(Boolean)
    .join('; ');
}

export function labelsOf(control: HTMLElement): HTMLLabelElement[] {
  const { labels } = control as Partial<HTMLInputElement>;
  if (labels) return [...labels];
  // Those of a custom element are known to itself alone.
  const root = control.getRootNode() as Document | ShadowRoot;
  return [...root.querySelectorAll('label')].filter((label) => label.control === control);
}

function isControl({ localName }: HTMLElement): boolean {
  return localName.includes('-') || ['input', 'select', 'textarea', 'button'].includes(localName);
}

function groupOf(controls: readonly FieldControl[]): HTMLElement | null {
  const group = controls[0]?.closest<HTMLElement>('fieldset, [role="radiogroup"], [role="group"]') ?? null;
  return controls.every((control) => group?.contains(control)) ? group : null;
}

function textsOf(element: HTMLElement | null | undefined, attribute: string): string {
  const ids = element?.getAttribute(attribute)?.split(/\s+/) ?? [];
  const root = element?.getRootNode() as Document | ShadowRoot;
  return ids.map((id) => root.getElementById?.(id)?.textContent ?? '').join(' ');
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
