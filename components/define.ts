/** Registers every tag of the library, in English and Chinese. */
import { define } from './define-elements.js';
import './shared/locales/zh.js';

define();
