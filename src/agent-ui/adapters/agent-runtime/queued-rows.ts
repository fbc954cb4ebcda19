import { isJsonObject, type JsonObject } from '../../../base/json.js';
import { compact, Said } from './said.js';

/** The queue, in its order. */
export function queuedRows(turns: readonly unknown[]): JsonObject[] {
  return turns.filter(isJsonObject).map((turn, at) => {
    const said = new Said({ payload: turn });
    return compact({
      id: said.text('queueId', 'id', 'turnId'),
      preview: said.text('preview', 'text', 'inputRef'),
      position: said.number('position') ?? at + 1,
      state: said.text('state', 'status') ?? 'queued',
      ...said.pick('mode', 'editable', 'removable', 'createdAt'),
    });
  });
}
