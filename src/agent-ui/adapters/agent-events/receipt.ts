import { isJsonObject, parseJson } from '../../../base/json.js';
import { redactText } from '../../../base/redact.js';
import type { ControlReceipt } from '../../events/control-request.js';
import { mediaTypeOf, wrongType, type ServerFailure } from '../http-answer.js';

/** What a server answered: its word on the request, and perhaps facts at once. */
export interface Answer {
  receipt: ControlReceipt;
  events?: readonly unknown[];
}

const ACCEPTED: ControlReceipt = { status: 'accepted' };
const STATUSES: readonly unknown[] = ['accepted', 'rejected', 'unsupported'];

/** An answer that says yes by its status. What its body says counts more, and a web page says nothing. */
export async function receiptOf(response: Response): Promise<Answer> {
  const type = mediaTypeOf(response);
  let text: string;
  try {
    if (type !== '' && !/[/+]json$/.test(type)) return rejected(wrongType(response, 'JSON').message);
    text = (await response.text()).trim();
  } catch {
    return rejected('The agent server broke off its answer. It may have taken the request all the same.');
  }
  if (text === '') return { receipt: ACCEPTED };
  const body = parseJson(text);
  if (Array.isArray(body)) return { receipt: ACCEPTED, events: body };
  if (!isJsonObject(body)) return rejected('The agent server gave an answer that is no JSON.');
  const { status = 'accepted', reason, events } = body;
  if (!STATUSES.includes(status))
    return rejected('The agent server gave an answer that says neither yes nor no.');
  const receipt = { status: status as ControlReceipt['status'] };
  return {
    receipt: typeof reason === 'string' ? { ...receipt, reason: redactText(reason) } : receipt,
    ...(Array.isArray(events) ? { events } : {}),
  };
}

/** A server that knows no such request cannot do it at all; any other no is about this one. */
export function unsupportedBy({ code, message }: ServerFailure): Answer {
  const never = ['http_404', 'http_405', 'http_501'].includes(code);
  return never ? { receipt: { status: 'unsupported', reason: message } } : rejected(message);
}

function rejected(reason: string): Answer {
  return { receipt: { status: 'rejected', reason } };
}
