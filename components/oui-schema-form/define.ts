import { defineElement } from '../shared/define-element.js';
import { SchemaForm } from './oui-schema-form.js';

defineElement('oui-schema-form', SchemaForm);
