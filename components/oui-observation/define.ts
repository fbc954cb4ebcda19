import { defineElement } from '../shared/define-element.js';
import { OuiObservation } from './oui-observation.js';

defineElement('oui-observation', OuiObservation);
