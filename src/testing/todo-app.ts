import type { SurfaceManifest } from '../oui/protocol/manifest.js';

const todoId = { type: 'string', description: 'Id of the item.', maxLength: 64 };

/** The specification's complete example (§9). */
export const todoApp: SurfaceManifest = {
  id: 'todo-app',
  name: 'Todo Application',
  description: 'A person’s to-do list: add, complete and delete items, one at a time or many at once.',
  version: '1.0.0',
  activation: { routes: ['/todos', '/todos/**'] },
  metadata: { maxTodos: 1000, supportedPriorities: ['low', 'medium', 'high'] },
  actions: [
    {
      id: 'add_todo',
      description: 'Adds an item to the list. Use it when somebody wants to remember something.',
      input: {
        type: 'object',
        properties: {
          title: { type: 'string', description: 'What is to be done.', minLength: 1, maxLength: 500 },
          priority: {
            type: 'string',
            description: 'How urgent it is.',
            enum: ['low', 'medium', 'high'],
            default: 'medium',
          },
          dueDate: { type: 'string', description: 'When it is due.', format: 'date' },
        },
        required: ['title'],
      },
      output: {
        type: 'object',
        properties: { id: { type: 'string' }, created: { type: 'boolean' } },
        required: ['id', 'created'],
      },
      estimatedDuration: 'instant',
      tags: ['write', 'create'],
    },
    {
      id: 'complete_todo',
      description: 'Marks an item as done.',
      input: { type: 'object', properties: { todoId }, required: ['todoId'] },
      output: {
        type: 'object',
        properties: {
          success: { type: 'boolean' },
          completedAt: { type: 'string', format: 'date-time' },
        },
      },
      estimatedDuration: 'instant',
      tags: ['write', 'update'],
    },
    {
      id: 'delete_todo',
      title: 'Delete an item',
      description: 'Removes an item for good.',
      input: { type: 'object', properties: { todoId }, required: ['todoId'] },
      confirm: true,
      estimatedDuration: 'instant',
      tags: ['write', 'destructive'],
    },
    {
      id: 'bulk_complete',
      description: 'Marks many items as done.',
      input: {
        type: 'object',
        properties: {
          todoIds: {
            type: 'array',
            description: 'Ids of the items.',
            items: { type: 'string', maxLength: 64 },
            minItems: 1,
            maxItems: 100,
          },
        },
        required: ['todoIds'],
      },
      output: {
        type: 'object',
        properties: { completed: { type: 'integer' }, failed: { type: 'integer' } },
      },
      async: true,
      estimatedDuration: '1-5s',
      tags: ['write', 'bulk'],
    },
  ],
  observations: [
    {
      id: 'todo_list',
      description: 'The visible items, after filters.',
      updateFrequency: 'on-change',
      schema: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            title: { type: 'string' },
            completed: { type: 'boolean' },
            priority: { type: 'string', enum: ['low', 'medium', 'high'] },
            dueDate: { type: ['string', 'null'], format: 'date' },
            createdAt: { type: 'string', format: 'date-time' },
          },
          required: ['id', 'title', 'completed'],
        },
      },
    },
    {
      id: 'active_filter',
      description: 'Which items are shown.',
      updateFrequency: 'on-change',
      schema: {
        type: 'object',
        properties: {
          status: { type: 'string', enum: ['all', 'active', 'completed'] },
          priority: { type: 'string', enum: ['all', 'low', 'medium', 'high'] },
        },
      },
    },
    {
      id: 'stats',
      description: 'Counts of items.',
      updateFrequency: 'on-change',
      schema: {
        type: 'object',
        properties: {
          total: { type: 'integer' },
          active: { type: 'integer' },
          completed: { type: 'integer' },
          overdue: { type: 'integer' },
        },
      },
    },
  ],
};
