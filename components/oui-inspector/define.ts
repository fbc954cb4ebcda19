import { defineElement } from '../shared/define-element.js';
import { OuiInspector } from './oui-inspector.js';

defineElement('oui-inspector', OuiInspector);
