import { ACTION_EFFECTS, UPDATE_FREQUENCIES, type JsonSchema } from '../protocol/manifest.js';
import type { OuiMessage } from '../protocol/messages.js';

/**
 * OUI as JSON Schema (Draft 2020-12), for validators in other languages and for tools; the entry
 * `oui-elements/oui/schemas`. This package itself reads with hand-written guards (`checkManifest`,
 * `messageFault`): compiled by ajv these schemas take 5.0 KiB min+gzip, the guards 2.0, and those say in a
 * sentence what would be right. A test holds both to the same answers. What a schema cannot say: that ids are
 * unique within a surface, and that the schemas in a manifest are usable.
 */

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

const text = { type: 'string' };
const filledText = { type: 'string', pattern: '\\S' };
/** Peers' ids may have any characters (OUI-E11), but none may reach a prototype when it becomes a key. */
const foreignId = { type: 'string', minLength: 1, not: { const: '__proto__' } };
const memberId = { type: 'string', pattern: '^[a-z][a-z0-9_]*[a-z0-9]$', maxLength: 64 };
/** Unix epoch, milliseconds. */
const timestamp = { type: 'number' };
const jsonSchema = { type: ['object', 'boolean'] };
const route = { type: 'string', pattern: '^(?:/(?:\\*\\*?|[^*/]*))+$' };

const action = {
  type: 'object',
  required: ['id', 'description', 'input'],
  properties: {
    id: memberId,
    title: text,
    description: filledText,
    input: {
      ...jsonSchema,
      properties: {
        type: {
          anyOf: [{ const: 'object' }, { type: 'array', contains: { const: 'object' } }],
        },
      },
    },
    output: jsonSchema,
    confirm: { type: 'boolean' },
    async: { type: 'boolean' },
    usage: text,
    preconditions: text,
    estimatedDuration: text,
    tags: { type: 'array', items: text },
    effect: { enum: ACTION_EFFECTS },
  },
};

const observation = {
  type: 'object',
  required: ['id', 'description', 'schema'],
  properties: {
    id: memberId,
    description: filledText,
    schema: jsonSchema,
    updateFrequency: { enum: UPDATE_FREQUENCIES },
  },
};

/** A surface's manifest as its author writes it (OUI-S1). */
export const MANIFEST_SCHEMA: JsonSchema = {
  $schema: DRAFT,
  title: 'OUI surface manifest',
  type: 'object',
  required: ['id', 'name', 'description', 'actions'],
  properties: {
    id: {
      type: 'string',
      pattern: '^[a-z][a-z0-9-]*[a-z0-9]$',
      maxLength: 64,
      not: { const: 'oui' },
    },
    name: filledText,
    description: filledText,
    version: {
      type: 'string',
      pattern:
        '^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$',
    },
    actions: { type: 'array', minItems: 1, items: action },
    observations: { type: 'array', items: observation },
    activation: {
      type: 'object',
      properties: {
        routes: { anyOf: [route, { type: 'array', minItems: 1, items: route }] },
        entity: {
          type: 'object',
          required: ['type'],
          properties: { type: filledText, id: text },
        },
        condition: text,
      },
    },
    concurrency: { type: 'integer', minimum: 1 },
    metadata: { type: 'object' },
  },
};

const texts = { type: 'array', items: text };
const surfaces = { type: 'array', items: { type: 'object' } };

const payloads: Readonly<Record<OuiMessage['type'], { required: string[]; properties: object }>> = {
  'surface:register': {
    required: ['surface', 'timestamp'],
    // A peer's manifest: it is read as far as it can be used (OUI-E11).
    properties: { surface: { type: 'object', required: ['id'], properties: { id: foreignId } } },
  },
  'surface:deregister': {
    required: ['surfaceId', 'timestamp'],
    properties: { surfaceId: foreignId },
  },
  'action:request': {
    required: ['requestId', 'surfaceId', 'actionId', 'params', 'timestamp'],
    properties: {
      requestId: foreignId,
      surfaceId: foreignId,
      actionId: foreignId,
      params: { type: 'object' },
      turnId: text,
      knownSurfaces: text,
      approval: {
        type: 'object',
        required: ['approvalId', 'argsHash'],
        properties: { approvalId: text, argsHash: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
      },
    },
  },
  'action:result': {
    required: ['requestId', 'success', 'timestamp'],
    properties: {
      requestId: foreignId,
      success: { type: 'boolean' },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: text, message: text },
      },
      interim: { type: 'boolean' },
      durationMs: { type: 'number', minimum: 0 },
      surfaces,
      index: surfaces,
      surfacesHash: text,
      observations: { type: 'object', additionalProperties: { type: 'object' } },
      settled: { type: 'boolean' },
      fit: { type: 'object', required: ['cuts'], properties: { cuts: { type: 'array' } } },
      delivery: {
        type: 'object',
        required: ['trimmed', 'omitted'],
        properties: { trimmed: { const: true }, reason: text, omitted: texts },
      },
    },
  },
  'observation:update': {
    required: ['surfaceId', 'observationId', 'value', 'timestamp'],
    properties: { surfaceId: foreignId, observationId: foreignId },
  },
  'observation:request': {
    required: ['surfaceId', 'observationId', 'requestId', 'timestamp'],
    properties: { surfaceId: foreignId, observationId: foreignId, requestId: foreignId },
  },
};

/** OUI-S10: a failure says why, a success has nothing to say there. */
const outcome = {
  if: { properties: { success: { const: false } }, required: ['success'] },
  then: { required: ['error'] },
  else: { properties: { error: false } },
};

/**
 * Each of the six messages as the specification has it; unknown fields are fine. A reader is more tolerant
 * (OUI-E11): whatever fits is read, and some of what does not.
 */
export const MESSAGE_SCHEMAS: Readonly<Record<OuiMessage['type'], JsonSchema>> =
  Object.fromEntries<JsonSchema>(
    Object.entries(payloads).map(([type, { required, properties }]) => [
      type,
      {
        $schema: DRAFT,
        title: `OUI ${type}`,
        type: 'object',
        required: ['type', 'payload'],
        properties: {
          type: { const: type },
          payload: {
            type: 'object',
            required,
            properties: { ...properties, timestamp },
            ...(type === 'action:result' ? outcome : {}),
          },
        },
      },
    ]),
  ) as Record<OuiMessage['type'], JsonSchema>;
