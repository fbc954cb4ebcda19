import { Order } from './order.js';
import { DocumentLog } from './reducers/state.js';
import { QueueLog } from './reducers/queue.js';
import { RecentNumbers } from './recent-numbers.js';
import { StatusLog } from './status-log.js';
import { TextLog, TextPieces } from './text-pieces.js';
import { Fold, TurnLog } from './turn-log.js';

/**
 * Every class whose objects may stand in a store's `state` and `order`. Their fields are plain data, so that a store is
 * saved by its values and these names, and restored by giving the values their classes again. Never reorder: the place
 * in the list is what is saved.
 */
export const STATEFUL_CLASSES = [
  Order,
  TurnLog,
  Fold,
  StatusLog,
  TextLog,
  TextPieces,
  QueueLog,
  DocumentLog,
  RecentNumbers,
] as const;
