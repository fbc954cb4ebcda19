export { Backoff, type BackoffOptions } from '../../base/backoff.js';
