import { devWarning } from '#dev-warning';
import { isPollutingKey } from '../../base/json.js';

/** Where a tool's call goes. */
export interface ToolTarget {
  surfaceId: string;
  actionId: string;
}

/** What models' APIs take at most. */
export const MODEL_NAME_LENGTH = 64;
/** What MCP takes at most. */
export const MCP_NAME_LENGTH = 128;

const CAPACITY = 50_000;

interface Owner extends ToolTarget {
  key: string;
}

/**
 * Names actions as tools, and finds the action of a name again, also of one that has left since. A name is
 * `<surfaceId>_<actionId>`, or cut and ended with a hash where that is too long, has characters that models'
 * APIs refuse, or is taken. Relays map `-` to `_`, so two names never differ in that alone, and a name that
 * has been mapped still leads back.
 */
export class ToolNames {
  /** By the name as a relay would map it. */
  readonly #owners = new Map<string, Owner>();
  /** By limit, surface and action. */
  readonly #names = new Map<number, Map<string, Map<string, string>>>();
  #count = 0;

  nameOf(surfaceId: string, actionId: string, maxLength: number): string {
    const known = this.#names.get(maxLength)?.get(surfaceId)?.get(actionId);
    if (known !== undefined) return known;
    if (this.#count++ >= CAPACITY) {
      this.#count = 1;
      this.#owners.clear();
      this.#names.clear();
    }
    const owner: Owner = { surfaceId, actionId, key: JSON.stringify([surfaceId, actionId]) };
    const plain = `${surfaceId}_${actionId}`;
    const usable = plain.length <= maxLength && /^[A-Za-z0-9_-]+$/.test(plain) && !isPollutingKey(plain);
    const taken = usable ? this.#own(plain, owner) : undefined;
    if (taken) warnOfCollision(taken, owner);
    const name = usable && !taken ? plain : this.#shortened(plain, owner, maxLength);
    within(within(this.#names, maxLength), surfaceId).set(actionId, name);
    return name;
  }

  /** Another name for the same, ended with a hash: somebody else has the first one. */
  otherNameOf(surfaceId: string, actionId: string, maxLength: number): string {
    const owner: Owner = { surfaceId, actionId, key: JSON.stringify([surfaceId, actionId]) };
    const name = this.#shortened(`${surfaceId}_${actionId}`, owner, maxLength);
    within(within(this.#names, maxLength), surfaceId).set(actionId, name);
    return name;
  }

  target(name: string): ToolTarget | undefined {
    const owner = this.#owners.get(mapped(name));
    return owner && { surfaceId: owner.surfaceId, actionId: owner.actionId };
  }

  /** Takes a name; returns who has it already. */
  #own(name: string, owner: Owner): Owner | undefined {
    const other = this.#owners.get(mapped(name));
    if (other) return other.key === owner.key ? undefined : other;
    this.#owners.set(mapped(name), owner);
    return undefined;
  }

  #shortened(plain: string, owner: Owner, maxLength: number): string {
    for (let attempt = 0; ; attempt++) {
      const suffix = `_${hash(attempt === 0 ? owner.key : `${owner.key} ${attempt}`)}`;
      const name = plain.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxLength - suffix.length) + suffix;
      if (!this.#own(name, owner)) return name;
    }
  }
}

function within<K, T, V>(maps: Map<K, Map<T, V>>, key: K): Map<T, V> {
  let map = maps.get(key);
  if (!map) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}

function mapped(name: string): string {
  return name.replaceAll('-', '_');
}

function warnOfCollision(a: ToolTarget, b: ToolTarget): void {
  const [one, other] = [a, b].map(({ surfaceId, actionId }) => `${surfaceId}.${actionId}`);
  devWarning(
    'oui:tool_name_collision',
    () =>
      `${other} would have the same tool name as ${one}, at the latest where a relay maps "-" to "_"; it gets a ` +
      'hash at its end. Rename the action or the surface to have a readable name.',
  );
}

/** FNV-1a, 32 bits, 8 hex digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value.toString(16).padStart(8, '0');
}
