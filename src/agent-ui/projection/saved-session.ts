import { CodedError } from '../../base/coded-error.js';
import { isJsonObject, parseJson } from '../../base/json.js';
import { loadGraph, saveGraph } from '../../base/object-graph.js';
import type { MessageExtras } from '../events/control-request.js';
import type { Order } from './order.js';
import type { ProjectionState } from './records.js';
import type { OptimisticMessage } from './selectors/selector-context.js';
import { STATEFUL_CLASSES } from './stateful-classes.js';

/** A session between two lives. */
export interface SavedSession {
  sessionId: string;
  state: ProjectionState;
  order: Order;
  optimistic: readonly OptimisticMessage[];
  draft: string;
  draftExtras?: MessageExtras;
}

/** Changes with every change of what records look like. */
const FORMAT = 'oui-session/1';

export function saveSession(session: SavedSession): string {
  return JSON.stringify({ format: FORMAT, graph: saveGraph({ ...session }, STATEFUL_CLASSES) });
}

/** @throws CodedError `unreadable` */
export function loadSession(text: string): SavedSession {
  const saved = parseJson(text);
  if (!isJsonObject(saved) || saved['format'] !== FORMAT) {
    throw new CodedError('unreadable', `This is no session that was saved as ${FORMAT}.`);
  }
  return loadGraph(saved['graph'], STATEFUL_CLASSES) as SavedSession;
}
