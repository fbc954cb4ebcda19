import { isJsonObject, isPollutingKey, type JsonObject } from '../../base/json.js';
import { isSecretKey, REDACTED, redactText } from '../../base/redact.js';
import type { AuditFault } from './audit-log.js';

/** §5.5: a larger payload belongs behind a reference. */
const MAX_CHARS = 8 * 1024;
/** Deeper than anything that a producer means. */
const MAX_DEPTH = 100;

/** What an event has inside that it should not have: secrets, keys that could reach a prototype, bodies. */
export function contentFaults(event: JsonObject): AuditFault[] {
  const type = String(event['type']).slice(0, 80);
  const found: Found = { chars: 0 };
  look(event, '', 0, found);
  if (found.deep)
    return [
      { level: 'error', code: 'event.deep', type, message: `it is nested more than ${MAX_DEPTH} deep` },
    ];
  const faults: AuditFault[] = [];
  if (found.secret !== undefined) {
    // Where it is may be said; what it is, never.
    faults.push({
      level: 'error',
      code: 'secret.present',
      type,
      message: `${found.secret} has what looks like a secret`,
    });
  }
  if (found.polluting !== undefined) {
    faults.push({
      level: 'error',
      code: 'id.polluting',
      type,
      message: `${found.polluting} has a forbidden key`,
    });
  }
  if (found.chars > MAX_CHARS) {
    faults.push({ level: 'warning', code: 'event.large', type, message: 'it holds more than 8 KiB' });
  }
  if (String(event['schemaVersion'] ?? '').startsWith('lime-profile')) {
    faults.push({
      level: 'warning',
      code: 'log.dialect',
      message: 'it is an event of the Agent Runtime profile',
    });
  }
  return faults;
}

interface Found {
  chars: number;
  secret?: string;
  polluting?: string;
  deep?: boolean;
}

function look(value: unknown, path: string, depth: number, found: Found): void {
  if (typeof value === 'string') {
    found.chars += value.length;
    if (found.secret === undefined && value.length > 8 && redactText(value) !== value) found.secret = path;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) {
    found.deep = true;
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) look(item, `${path}[]`, depth + 1, found);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const place = path === '' ? key : `${path}.${key}`;
    if (isPollutingKey(key)) found.polluting ??= path === '' ? 'the event' : path;
    else if (isSecretKey(key) && typeof item === 'string' && item !== '' && item !== REDACTED)
      found.secret ??= place;
    look(item, place, depth + 1, found);
  }
}
