import { type ActionContext, OuiError } from '../../src/oui/index.js';
import { nextTask } from '../shared/next-task.js';
import { fill, invalid, refusals } from './fill-form.js';
import { formFields, namedSubmitters, personalFields, submittersOf } from './form-fields.js';
import { formSchema, SUBMIT_WITH } from './form-schema.js';
import { personSubmits } from './person-submits.js';
import { Submission, wayOfSubmit } from './submission.js';

export interface FormRun {
  /** The form now; a framework may replace it. */
  form(): HTMLFormElement | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly context: ActionContext;
  readonly keep: boolean;
  readonly submitWith: boolean;
  /** The person's own submission is their yes. */
  readonly confirm: boolean;
  /** The form waits for the person from now on; what it returns is called when that is over. */
  waiting(form: HTMLFormElement): () => void;
}

/** One agent at a time in one form: a second would overwrite what the first has filled in. */
const lanes = new WeakMap<HTMLFormElement, Promise<unknown>>();

/**
 * Fills a form and submits it as a person would: with the events that frameworks listen to, through constraint
 * validation and the page's own `submit` listeners. With `confirm`, or where only the person can fill in something,
 * it waits for the person to submit.
 * @returns what the page answers with `respondWith()`, `{ navigated: true, url }` when the page is left, else the
 * submitted values
 * @throws OuiError `VALIDATION_ERROR` with one entry for each control that refuses, `PRECONDITION_FAILED` when the
 * form cannot be submitted now, `ACTION_DENIED` when the person does not want it
 */
export function runForm(run: FormRun): Promise<unknown> {
  const form = run.form();
  if (!form) return Promise.reject(new OuiError('PRECONDITION_FAILED', 'The form is gone.'));
  const turn = (lanes.get(form) ?? Promise.resolve()).then(() => fillAndSubmit(run, form));
  lanes.set(
    form,
    turn.catch(() => {}),
  );
  return turn;
}

async function fillAndSubmit(run: FormRun, form: HTMLFormElement): Promise<unknown> {
  const { signal } = run.context;
  signal.throwIfAborted();
  const submitter = await prepare(run, form);
  const submission =
    run.confirm || personalFields(form).length > 0
      ? await byPerson(run, form, submitter)
      : submit(form, submitter, () => HTMLFormElement.prototype.requestSubmit.call(form, submitter));
  if (submission) return submission.result(() => run.context.leaving?.());
  throw new OuiError('PRECONDITION_FAILED', 'The page did not let the form be submitted now.');
}

/** Presses a submit button as it is, with what the form holds. */
export async function pressSubmit(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  { leaving }: ActionContext,
): Promise<unknown> {
  return submit(form, button, () => button.click())?.result(() => leaving?.());
}

/** Fills it. Returns the button to press. */
async function prepare(run: FormRun, form: HTMLFormElement): Promise<HTMLButtonElement | undefined> {
  const way = wayOfSubmit(form);
  // A page may submit by itself when a field changes, and the person has not said yes.
  const stop = (event: Event) => {
    if (event.target !== form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  if (run.confirm) way.addEventListener('submit', stop, { capture: true });
  try {
    return await fillIn(run, form);
  } finally {
    way.removeEventListener('submit', stop, { capture: true });
  }
}

async function fillIn(run: FormRun, form: HTMLFormElement): Promise<HTMLButtonElement | undefined> {
  const buttons = run.submitWith ? namedSubmitters(form) : new Map<string, HTMLButtonElement>();
  const { [SUBMIT_WITH]: chosen, ...rest } = run.params;
  const chooses = buttons.size > 1 && !formFields(form).some(({ name }) => name === SUBMIT_WITH);
  const submitter = (chooses && buttons.get(String(chosen))) || submittersOf(form)[0];
  await fill(formFields(form), {
    params: chooses ? rest : run.params,
    keep: run.keep,
    unchecked: isUnchecked(form, submitter),
  });
  // A framework may enable the button, or check the values, after the events.
  await new Promise<void>(nextTask);
  run.context.signal.throwIfAborted();
  return submitter;
}

/** The author may do without constraint validation. */
function isUnchecked(form: HTMLFormElement, submitter: HTMLButtonElement | undefined): boolean {
  return form.hasAttribute('novalidate') || submitter?.formNoValidate === true;
}

/** Submits what the browser finds right. `undefined` when the page made nothing of it. */
function submit(
  form: HTMLFormElement,
  submitter: HTMLButtonElement | undefined,
  press: () => void,
): Submission | undefined {
  if (submitter?.matches(':disabled')) {
    throw new OuiError(
      'PRECONDITION_FAILED',
      'The form cannot be submitted now: its submit button is disabled.',
    );
  }
  const faults = isUnchecked(form, submitter) ? [] : refusals(form);
  if (faults.length > 0) throw invalid(faults);
  const heard: Submission[] = [];
  const hear = (event: Event) => {
    if (event.target === form) heard.push(new Submission(form, event as SubmitEvent));
  };
  const way = wayOfSubmit(form);
  way.addEventListener('submit', hear, { capture: true });
  press();
  way.removeEventListener('submit', hear, { capture: true });
  return heard[0];
}

/** Puts the focus where the person has something to do; what only they know comes first. */
function show(form: HTMLFormElement, submitter: HTMLElement | undefined): void {
  const empty = personalFields(form).find((field) => field.value === '');
  const place = empty ?? submitter ?? formFields(form)[0]?.controls[0];
  let active = form.ownerDocument.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  // Whoever is writing elsewhere would press the button with their next Enter or space.
  const writes = active?.matches('input, textarea, select, [contenteditable]') && !form.contains(active);
  if (writes) place?.scrollIntoView({ block: 'nearest' });
  else place?.focus();
}

/**
 * Until the page's listeners have had the event. Where none of them stops it that is still its own task, in which the
 * page cannot be replaced yet.
 */
function afterListeners(form: HTMLFormElement, event: SubmitEvent): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      way.removeEventListener('submit', hear);
      resolve();
    };
    const hear = (heard: Event) => heard === event && end();
    const way = wayOfSubmit(form);
    way.addEventListener('submit', hear);
    nextTask(end);
  });
}

async function byPerson(
  run: FormRun,
  first: HTMLFormElement,
  button: HTMLButtonElement | undefined,
): Promise<Submission> {
  const definition = JSON.stringify(formSchema(first));
  for (let form = first, submitter = button; ; submitter = await prepare(run, form)) {
    const over = run.waiting(form);
    try {
      show(form, submitter);
      const event = await personSubmits(form, run.context.signal);
      if (event) {
        const submission = new Submission(form, event);
        await afterListeners(form, event);
        return submission;
      }
    } finally {
      over();
    }
    // A framework may have made it anew; then the call goes on in the new one.
    const again = run.form();
    if (!again?.isConnected || JSON.stringify(formSchema(again)) !== definition) {
      throw new OuiError('ACTION_DENIED', 'The form was taken away before a person submitted it.');
    }
    form = again;
  }
}
