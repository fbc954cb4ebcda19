import { schemaFaults } from '../../base/json-schema/schema-faults.js';
import { isJsonObject, type JsonObject } from '../../base/json.js';
import { ACTION_EFFECTS, UPDATE_FREQUENCIES } from '../protocol/manifest.js';
import { FaultList, type ManifestFault } from './fault-list.js';
import { routeFault } from './match-route.js';

const SURFACE_ID = /^[a-z][a-z0-9-]*[a-z0-9]$/;
const MEMBER_ID = /^[a-z][a-z0-9_]*[a-z0-9]$/;
const SEMVER =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
/** OUI-E6. */
const RESERVED_ID = 'oui';

/** Every fault of a manifest at once (OUI-S1); an empty list means that it is valid. Never throws. */
export function checkManifest(value: unknown): ManifestFault[] {
  const faults = new FaultList();
  if (!isJsonObject(value)) {
    faults.add('', 'a manifest must be an object with id, name, description and actions');
    return faults.all;
  }
  const plain = faults.checkPlain(value, '');
  checkSurfaceId(faults, value['id']);
  faults.checkText(value, 'name', '', true);
  faults.checkText(value, 'description', '', true);
  checkVersion(faults, value['version']);
  checkActivation(faults, value['activation']);
  if (value['metadata'] !== undefined && !isJsonObject(value['metadata'])) {
    faults.add('metadata', 'must be an object');
  }
  const { concurrency } = value;
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && (concurrency as number) >= 1)) {
    faults.add('concurrency', 'must be a whole number from 1 up');
  }
  checkMembers(faults, value, plain);
  return faults.all;
}

function checkSurfaceId(faults: FaultList, id: unknown): void {
  checkId(faults, id, 'id', SURFACE_ID, 'lower-case letters, digits and hyphens');
  if (id === RESERVED_ID) faults.add('id', '"oui" is reserved by the protocol; choose another id');
}

function checkId(faults: FaultList, id: unknown, path: string, pattern: RegExp, alphabet: string): void {
  if (typeof id === 'string' && id.length >= 2 && id.length <= 64 && pattern.test(id)) return;
  faults.add(
    path,
    `must be 2 to 64 ${alphabet}, begin with a letter and end with a letter or a digit` +
      (typeof id === 'string' ? `; it is ${JSON.stringify(id)}` : ''),
  );
}

function checkVersion(faults: FaultList, version: unknown): void {
  if (version === undefined || (typeof version === 'string' && SEMVER.test(version))) return;
  faults.add('version', 'must be a semantic version such as "1.0.0"');
}

function checkActivation(faults: FaultList, activation: unknown): void {
  if (activation === undefined) return;
  if (!isJsonObject(activation)) {
    faults.add('activation', 'must be an object with routes, entity or condition');
    return;
  }
  const { routes, entity } = activation;
  if (Array.isArray(routes)) {
    if (routes.length === 0) faults.add('activation.routes', 'must name at least one route, or be left out');
    routes.forEach((route, index) => checkRoute(faults, route, `activation.routes[${index}]`));
  } else if (routes !== undefined) {
    checkRoute(faults, routes, 'activation.routes');
  }
  if (entity !== undefined) {
    if (!isJsonObject(entity)) faults.add('activation.entity', 'must be an object {type, id?}');
    else {
      faults.checkText(entity, 'type', 'activation.entity', true);
      faults.checkText(entity, 'id', 'activation.entity', false);
    }
  }
  faults.checkText(activation, 'condition', 'activation', false);
}

function checkRoute(faults: FaultList, route: unknown, path: string): void {
  const fault = typeof route === 'string' ? routeFault(route) : 'must be a text such as "/todos/**"';
  if (fault) faults.add(path, fault);
}

function checkMembers(faults: FaultList, manifest: JsonObject, plain: boolean): void {
  const { actions, observations } = manifest;
  const taken = new Map<unknown, string>();
  const each = (list: unknown[], kind: string, check: (item: JsonObject, path: string) => void) => {
    list.forEach((item, index) => {
      const path = `${kind}[${index}]`;
      if (!isJsonObject(item)) {
        faults.add(path, 'must be an object');
        return;
      }
      checkId(faults, item['id'], `${path}.id`, MEMBER_ID, 'lower-case letters, digits and underscores');
      const first = taken.get(item['id']);
      if (first) faults.add(`${path}.id`, `is taken by ${first}; ids are unique within a surface`);
      else if (typeof item['id'] === 'string') taken.set(item['id'], path);
      faults.checkText(item, 'description', path, true);
      check(item, path);
    });
  };
  if (!Array.isArray(actions) || actions.length === 0) {
    faults.add('actions', 'must be a list of at least one action');
  } else {
    each(actions as unknown[], 'actions', (action, path) => checkAction(faults, action, path, plain));
  }
  if (Array.isArray(observations)) {
    each(observations as unknown[], 'observations', (observation, path) => {
      checkSchema(faults, observation['schema'], `${path}.schema`, plain);
      faults.checkWord(observation, 'updateFrequency', path, UPDATE_FREQUENCIES);
    });
  } else if (observations !== undefined) {
    faults.add('observations', 'must be a list');
  }
}

function checkAction(faults: FaultList, action: JsonObject, path: string, plain: boolean): void {
  const usable = checkSchema(faults, action['input'], `${path}.input`, plain);
  const type = isJsonObject(action['input']) ? action['input']['type'] : undefined;
  if (usable && type !== undefined && ![type].flat().includes('object')) {
    faults.add(`${path}.input`, 'must allow an object, because params are always an object');
  }
  if (action['output'] !== undefined) checkSchema(faults, action['output'], `${path}.output`, plain);
  for (const key of ['title', 'usage', 'preconditions', 'estimatedDuration']) {
    faults.checkText(action, key, path, false);
  }
  for (const key of ['confirm', 'async']) {
    if (action[key] !== undefined && typeof action[key] !== 'boolean') {
      faults.add(`${path}.${key}`, 'must be true or false');
    }
  }
  const { tags } = action;
  if (tags !== undefined && !(Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'))) {
    faults.add(`${path}.tags`, 'must be a list of texts');
  }
  faults.checkWord(action, 'effect', path, ACTION_EFFECTS);
}

function checkSchema(faults: FaultList, schema: unknown, path: string, plain: boolean): boolean {
  if (schema === undefined) {
    faults.add(path, 'is required: a JSON Schema, such as {"type": "object", "properties": {}}');
    return false;
  }
  // A schema with cycles or functions has been reported; to walk it would only repeat that.
  const found = plain ? schemaFaults(schema) : [];
  for (const fault of found) faults.add(fault.path ? `${path}.${fault.path}` : path, fault.message);
  return found.length === 0;
}
