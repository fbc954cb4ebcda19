import { defineElement } from '../shared/define-element.js';
import { OuiTransport } from './oui-transport.js';

defineElement('oui-transport', OuiTransport);
