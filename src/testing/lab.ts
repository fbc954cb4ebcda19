import type { SurfaceManifest } from '../oui/protocol/manifest.js';

const text = { type: 'string', description: 'A text.', minLength: 1, maxLength: 20 };
const none = { type: 'object', properties: {} };

/** A surface with an action and an observation for whatever a rule needs. Plain JSON. */
export const lab: SurfaceManifest = {
  id: 'lab',
  name: 'Conformance lab',
  description: 'Actions and observations that a conformance test needs.',
  version: '1.0.0',
  metadata: { suite: 'oui-conformance' },
  actions: [
    {
      id: 'echo',
      description: 'Returns {text, times, runs}: its params, and how often it has run.',
      input: {
        type: 'object',
        properties: {
          text,
          times: { type: 'integer', description: 'A number.', minimum: 1, maximum: 9, default: 1 },
        },
        required: ['text'],
      },
    },
    {
      id: 'fail',
      description: 'Fails: with the namespaced code where one is given, otherwise without any.',
      input: {
        type: 'object',
        properties: { code: { type: 'string', description: 'A code.', maxLength: 40 } },
      },
    },
    {
      id: 'wait',
      description: 'Takes 50 ms, and returns {most}: how many of its kind have run at once.',
      input: none,
    },
    {
      id: 'set_count',
      description: 'Publishes the observation count, and returns nothing.',
      input: {
        type: 'object',
        properties: { value: { type: 'integer', description: 'The number.' } },
        required: ['value'],
      },
    },
    {
      id: 'job',
      description: 'Acknowledges with {jobId}, then returns {done: true}, or fails where asked to.',
      async: true,
      input: {
        type: 'object',
        properties: { fail: { type: 'boolean', description: 'Whether it fails.' } },
      },
    },
    {
      id: 'odd',
      description: 'Returns what JSON cannot carry, or throws what is not an error.',
      input: {
        type: 'object',
        properties: {
          kind: { type: 'string', description: 'What.', enum: ['cycle', 'bigint', 'function', 'throw'] },
        },
        required: ['kind'],
      },
    },
    {
      id: 'erase',
      description: 'Removes everything; a person must say yes.',
      input: none,
      confirm: true,
      tags: ['destructive'],
    },
  ],
  observations: [
    { id: 'count', description: 'A number, or nothing.', schema: { type: 'integer' } },
    { id: 'polled', description: 'Always 7.', schema: { type: 'integer' }, updateFrequency: 'polling' },
  ],
};

/** A surface that is at first inactive. Plain JSON. */
export const annex: SurfaceManifest = {
  id: 'annex',
  name: 'Annex',
  description: 'A surface that comes and goes.',
  actions: [{ id: 'open_door', description: 'Returns nothing.', input: none }],
};
