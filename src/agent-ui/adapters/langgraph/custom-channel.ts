import { isJsonObject } from '../../../base/json.js';
import { embeddedFact } from '../embedded-fact.js';
import type { CallMapper } from './call-mapper.js';
import type { Thread } from './thread.js';
import { given, textField } from './wire.js';

/** The application's own channel: an Agent UI event under `agentui`; other words are progress of the tool at work. */
export function tellCustom({ facts, run }: Thread, calls: CallMapper, data: unknown): void {
  const inner = isJsonObject(data) && 'agentui' in data ? data['agentui'] : data;
  const fact = embeddedFact(inner);
  if (fact) {
    facts.add(run, fact);
    return;
  }
  if (inner !== data) {
    facts.diagnose('malformed', 'agentui', 'An agentui payload is no event of a known class.');
    return;
  }
  const said = isJsonObject(data) ? data : {};
  const toolCallId = textField(said, 'tool_call_id') ?? textField(said, 'toolCallId') ?? calls.onlyActive;
  if (toolCallId === undefined) {
    facts.diagnose('unmapped', 'custom', 'This version does not show this payload.', 'info');
    return;
  }
  const message = typeof data === 'string' ? data : (textField(said, 'message') ?? textField(said, 'status'));
  const percent = typeof said['progress'] === 'number' ? said['progress'] : undefined;
  facts.add(run, {
    type: 'tool.progress',
    toolCallId,
    payload: { ...given('message', message), ...given('percent', percent) },
  });
}
