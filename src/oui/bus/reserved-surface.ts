import { validatorReady } from '../../base/json-schema/validate.js';
import { isJsonObject } from '../../base/json.js';
import { paramsError } from '../manifest/check-params.js';
import { OuiError } from '../protocol/error-codes.js';
import type { ActionManifest } from '../protocol/manifest.js';
import type { ActionRequest } from '../protocol/messages.js';
import type { DescribeAnswer, DescribeParams, ReadAnswer, ReadParams } from '../protocol/page-queries.js';
import type { Surface } from '../surface/surface.js';
import { definitionHash } from './index-form.js';
import { unavailable } from './unavailable.js';
import { valueAt } from './value-at.js';

const MOST_ACTIONS = 1000;
const ID = { type: 'string', maxLength: 200 };

const DESCRIBE: ActionManifest = {
  id: 'describe',
  description: 'Full definitions of the named actions.',
  input: {
    type: 'object',
    properties: {
      surfaceId: ID,
      actionIds: { type: 'array', maxItems: MOST_ACTIONS, items: ID },
      actions: {
        type: 'array',
        minItems: 1,
        maxItems: MOST_ACTIONS,
        items: {
          anyOf: [
            { type: 'string', maxLength: 400, pattern: '^[^.]+\\.[^.]+$' },
            {
              type: 'object',
              properties: { surfaceId: ID, actionId: ID },
              required: ['surfaceId', 'actionId'],
            },
          ],
        },
      },
    },
    anyOf: [{ required: ['actions'] }, { required: ['surfaceId'] }],
  },
};

const READ: ActionManifest = {
  id: 'read',
  description: 'The value of an observation, or a part of it, a page at a time.',
  input: {
    type: 'object',
    properties: {
      surfaceId: ID,
      observationId: ID,
      pointer: { type: 'string', maxLength: 2000, pattern: '^(?:/(?:[^~/]|~[01])*)*$' },
      page: { type: 'integer', minimum: 1 },
      pageSize: { type: 'integer', minimum: 1, maximum: 10_000 },
    },
    required: ['surfaceId', 'observationId'],
  },
};

/** Items of a list, members of an object. */
const PAGE_OF_ITEMS = 100;
/** UTF-16 units of a text. */
const PAGE_OF_TEXT = 10_000;

/**
 * Answers a request to the reserved surface `oui` (OUI-E6), at once and without settling.
 * @throws OuiError with the code of the refusal.
 */
export async function answerReserved(
  { actionId, params }: ActionRequest['payload'],
  surface: FindSurface,
): Promise<DescribeAnswer | ReadAnswer> {
  const action = [DESCRIBE, READ].find(({ id }) => id === actionId);
  if (!action) {
    throw new OuiError(
      'ACTION_NOT_FOUND',
      `The surface oui has no action ${actionId}. It has: describe, read.`,
    );
  }
  await validatorReady();
  const error = paramsError(action, params);
  if (error) throw new OuiError(error.code, error.message, error.details);
  return action === DESCRIBE
    ? describe(params as unknown as DescribeParams, surface)
    : read(params as unknown as ReadParams, surface);
}

type FindSurface = (surfaceId: string) => Surface | undefined;

function activeOne(surfaceId: string, find: FindSurface): Surface {
  const surface = find(surfaceId);
  if (!surface?.active) throw unavailable(surfaceId, surface);
  return surface;
}

function describe(params: DescribeParams, find: FindSurface): DescribeAnswer {
  const named = 'actions' in params ? params.actions.map(namedAction) : actionsOf(params, find);
  const actions: DescribeAnswer['actions'][number][] = [];
  const missing: { surfaceId: string; actionId: string }[] = [];
  for (const { surfaceId, actionId } of named) {
    const surface = find(surfaceId);
    const definition = surface?.active ? surface.wire.actions.find(({ id }) => id === actionId) : undefined;
    if (definition) actions.push({ ...definition, surfaceId, definitionHash: definitionHash(definition) });
    else missing.push({ surfaceId, actionId });
  }
  return {
    ...('actions' in params ? {} : { surfaceId: params.surfaceId }),
    actions,
    ...(missing.length > 0 ? { missing } : {}),
  };
}

interface NamedAction {
  surfaceId: string;
  actionId: string;
}

function namedAction(name: string | NamedAction): NamedAction {
  if (typeof name !== 'string') return name;
  const [surfaceId = '', actionId = ''] = name.split('.');
  return { surfaceId, actionId };
}

function actionsOf(
  { surfaceId, actionIds }: { surfaceId: string; actionIds?: readonly string[] },
  find: FindSurface,
): NamedAction[] {
  const surface = activeOne(surfaceId, find);
  const ids = actionIds ?? surface.wire.actions.map(({ id }) => id);
  return ids.map((actionId) => ({ surfaceId, actionId }));
}

async function read(params: ReadParams, find: FindSurface): Promise<ReadAnswer> {
  const { surfaceId, observationId, pointer = '', page = 1, pageSize } = params;
  const surface = activeOne(surfaceId, find);
  if (!surface.manifest.observations?.some(({ id }) => id === observationId)) {
    throw new OuiError(
      'oui:observation_not_found',
      `The surface ${surfaceId} has no observation ${observationId}.`,
    );
  }
  const value = valueAt(await surface.publisher.ask(observationId), pointer);
  if (value === undefined) {
    throw new OuiError(
      'PRECONDITION_FAILED',
      `There is nothing at ${pointer} of ${surfaceId}.${observationId}.`,
    );
  }
  return pageOf(value, page, pageSize);
}

function pageOf(value: unknown, page: number, pageSize: number | undefined): ReadAnswer {
  if (typeof value === 'string') {
    const size = pageSize ?? PAGE_OF_TEXT;
    const text = value.slice(unsplit(value, (page - 1) * size), unsplit(value, page * size));
    return pageAnswer(text, page, size, value.length);
  }
  const size = pageSize ?? PAGE_OF_ITEMS;
  const [from, to] = [(page - 1) * size, page * size];
  if (Array.isArray(value)) return pageAnswer(value.slice(from, to), page, size, value.length);
  if (isJsonObject(value)) {
    const members = Object.entries(value);
    return pageAnswer(Object.fromEntries(members.slice(from, to)), page, size, members.length);
  }
  return pageAnswer(page === 1 ? value : null, page, size, 1);
}

function pageAnswer(value: unknown, page: number, pageSize: number, total: number): ReadAnswer {
  if (page === 1 && total <= pageSize) return { value };
  return { value, page, pages: Math.max(1, Math.ceil(total / pageSize)), total };
}

/** The same place for the end of one page and the beginning of the next, never inside a surrogate pair. */
function unsplit(text: string, index: number): number {
  const inside = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(index - 1, index + 1));
  return index > 0 && inside ? index - 1 : index;
}
