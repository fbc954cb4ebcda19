import type { TodoPage } from './todo.js';

const NAMES = ['todo_list', 'active_filter', 'stats'] as const;

/**
 * The page's observations from a run's context. Clients may send one entry for each, named in its description, or
 * one for all of them.
 */
export function readPage(context: readonly { description: string; value: string }[]): TodoPage {
  const page: Record<string, unknown> = {};
  for (const { description, value } of context) {
    const parsed = parse(value);
    const named = NAMES.find((name) => new RegExp(`\\b${name}\\b`).test(description));
    for (const name of NAMES) {
      const found = find(parsed, name, 3) ?? (name === named ? unwrap(parsed) : undefined);
      if (found !== undefined && found !== null) page[name] = found;
    }
  }
  if (!Array.isArray(page['todo_list'])) delete page['todo_list'];
  return page as TodoPage;
}

function unwrap(value: unknown): unknown {
  const inner = (value as { value?: unknown } | null | undefined)?.value;
  return inner === undefined ? value : inner;
}

function find(value: unknown, name: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return undefined;
  const members = value as Record<string, unknown>;
  if (Object.hasOwn(members, name)) return unwrap(members[name]);
  return Object.values(members)
    .map((member) => find(member, name, depth - 1))
    .find((found) => found !== undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
