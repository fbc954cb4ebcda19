import { type ActionContext, type JsonSchema, OuiError } from '../../src/oui/index.js';
import { isSecretField } from '../shared/secret-field.js';
import { ownField } from './form-fields.js';
import { fieldsSchema } from './form-schema.js';
import { valueOf } from './field-value.js';
import { replacesPage } from './replaces-page.js';

const TOGGLE: JsonSchema = {
  type: 'object',
  properties: { open: { type: 'boolean', description: 'Open or closed; the other way round by default.' } },
  additionalProperties: false,
};

/** Pages wait about so long for the next letter before they search, and until then nothing can be seen of it. */
const TYPED_MS = 350;

/** The input of an action on one element; `undefined`: it takes none. */
export function elementSchema(target: HTMLElement): JsonSchema | undefined {
  if (openable(target)) return TOGGLE;
  const field = fieldOf(target);
  return field && { ...(fieldsSchema([field]) as object), required: [field.name] };
}

/** A click or a value that goes nowhere must not be offered, or called a success (§8, 3). */
export function isSwitchedOff(target: HTMLElement): boolean {
  return target.matches(':disabled, [aria-disabled="true"]');
}

/** Why no agent may work this element. */
export function elementFault(target: HTMLElement): string | undefined {
  if (isSecretField(target)) {
    return 'passwords, codes, payment and hidden fields are never filled by agents (OUI-X2); name something else.';
  }
  return (target as Partial<HTMLInputElement>).type === 'file'
    ? 'only a person can choose a file; name something else.'
    : undefined;
}

/**
 * Fills a field, opens or closes a `<details>` or `<dialog>`, or presses whatever else it is.
 * @returns the field's value, `open`, `{ navigated: true, url }` for a link that leaves the page
 * @throws OuiError `PRECONDITION_FAILED` when it is disabled now
 */
export async function workElement(
  target: HTMLElement,
  params: Readonly<Record<string, unknown>>,
  context: ActionContext,
): Promise<unknown> {
  if (isSwitchedOff(target)) throw new OuiError('PRECONDITION_FAILED', 'It is disabled on the page now.');
  const openTarget = openable(target);
  if (openTarget) return toggle(openTarget, params['open']);
  const field = fieldOf(target);
  if (field) {
    const { fill } = await import('./fill-form.js');
    await fill([field], { params, keep: true, unchecked: false });
    if (field.kind === 'text') await new Promise((resolve) => setTimeout(resolve, TYPED_MS));
    return { [field.name]: valueOf(field) };
  }
  const { type, form } = target as Partial<HTMLButtonElement>;
  if (type === 'submit' && form) {
    const { pressSubmit } = await import('./run-form.js');
    return pressSubmit(form, target as HTMLButtonElement, context);
  }
  return press(target, context);
}

/** One radio button is pressed like a button: there is nothing else that it could become. */
function fieldOf(target: HTMLElement): ReturnType<typeof ownField> {
  const field = ownField(target);
  return field?.kind === 'radios' ? undefined : field;
}

function openable(target: HTMLElement): HTMLDetailsElement | HTMLDialogElement | undefined {
  const element = target.localName === 'summary' ? target.parentElement : target;
  return element?.localName === 'details' || element?.localName === 'dialog'
    ? (element as HTMLDetailsElement)
    : undefined;
}

function toggle(element: HTMLDetailsElement | HTMLDialogElement, wanted: unknown): { open: boolean } {
  const open = typeof wanted === 'boolean' ? wanted : !element.open;
  if (open !== element.open) {
    const summary = element.querySelector<HTMLElement>(':scope > summary');
    if ('showModal' in element) element[open ? 'showModal' : 'close']();
    else if (summary) summary.click();
    else element.open = open;
  }
  return { open: element.open };
}

function press(target: HTMLElement, { leaving }: ActionContext): unknown {
  const clicks: MouseEvent[] = [];
  const hear = (event: MouseEvent) => clicks.push(event);
  target.addEventListener('click', hear, { capture: true });
  target.click();
  target.removeEventListener('click', hear, { capture: true });
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (!link || clicks[0]?.defaultPrevented || !leavesPage(link)) return undefined;
  leaving?.();
  return { navigated: true, url: link.href };
}

function leavesPage(link: HTMLAnchorElement): boolean {
  const withoutHash = (url: string) => url.split('#')[0];
  const staysOnIt = link.hash !== '' && withoutHash(link.href) === withoutHash(link.ownerDocument.URL);
  return (
    /^(?:https?|file):$/.test(link.protocol) &&
    !link.hasAttribute('download') &&
    !staysOnIt &&
    replacesPage(link.target, link)
  );
}
