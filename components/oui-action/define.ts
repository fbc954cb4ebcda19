import { defineElement } from '../shared/define-element.js';
import { OuiAction } from './oui-action.js';

defineElement('oui-action', OuiAction);
