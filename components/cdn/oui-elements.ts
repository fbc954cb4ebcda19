/**
 * The whole library for a script tag: registers everything, speaks English and Chinese, and exports
 * everything by name.
 */
import '../define.js';

export * from '../index.js';
