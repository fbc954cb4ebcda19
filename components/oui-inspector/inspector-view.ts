import type { StaticValue } from 'lit/static-html.js';
import type { SurfaceBus } from '../../src/oui/index.js';
import type { Disclosure } from '../shared/disclosure.js';
import type { Wording } from '../shared/localize.js';
import type { ActionTrials } from './action-trial.js';

/** What the templates of an inspector need of it. */
export interface InspectorView {
  readonly bus: SurfaceBus;
  readonly wording: Wording;
  /** What is opened. */
  readonly disclosure: Disclosure;
  readonly trials: ActionTrials;
  /** The name of the form in which an action is tried. */
  readonly formTag: StaticValue;
  /** Shows a surface. */
  select(key: string): void;
  say(text: string): void;
}
