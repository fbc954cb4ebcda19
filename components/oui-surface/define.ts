import { defineElement } from '../shared/define-element.js';
import { OuiSurface } from './oui-surface.js';

defineElement('oui-surface', OuiSurface);
