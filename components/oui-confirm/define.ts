import { defineElement } from '../shared/define-element.js';
import { OuiConfirm } from './oui-confirm.js';

defineElement('oui-confirm', OuiConfirm);
