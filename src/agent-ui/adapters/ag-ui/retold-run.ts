import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { RunRef } from '../fact-writer.js';
import type { Mapping } from './mapping.js';
import type { Question } from './open-questions.js';
import { contentText, idField } from './wire.js';

/** What the person said that a run of the thread answers, by what the run repeats of its input. */
export function saidBefore(
  { history }: Mapping,
  { input }: JsonObject,
  { turnId }: RunRef,
): { id: string; text: string } | undefined {
  const list = isJsonObject(input) && Array.isArray(input['messages']) ? input['messages'] : [];
  const last: unknown = list.findLast((item) => isJsonObject(item) && item['role'] === 'user');
  const id = isJsonObject(last) ? idField(last, 'id') : undefined;
  if (id === undefined) return undefined;
  const text = contentText((last as JsonObject)['content']);
  if (!history.find('text', id)) {
    const message = history.addUser(id, text);
    message.accepted = true;
    message.local = false;
    message.turnId = turnId;
  }
  return { id, text };
}

/** Questions of the run before, in the same stream: the thread would not have gone on without their answers. */
export function tellAnswers({ facts, now }: Mapping, questions: readonly Question[], resume: unknown): void {
  const entries = Array.isArray(resume) ? resume.filter(isJsonObject) : [];
  for (const { actionId, run, fact } of questions) {
    const entry = entries.find(({ interruptId }) => interruptId === actionId);
    const { toolCallId } = fact;
    facts.add(run, {
      type: 'action.resolved',
      actionId,
      ...(toolCallId === undefined ? {} : { toolCallId }),
      payload: { decision: decisionOf(entry), resolvedAt: now() },
    });
  }
}

function decisionOf(entry: JsonObject | undefined): string {
  if (!entry) return 'unknown';
  if (entry['status'] === 'cancelled') return 'cancelled';
  const approved = isJsonObject(entry['payload']) ? entry['payload']['approved'] : undefined;
  return approved === true ? 'approve' : approved === false ? 'reject' : 'answer';
}
