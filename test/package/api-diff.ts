import type { Api } from './api-list.js';

export interface ApiDiff {
  readonly added: readonly string[];
  /** What is gone, or has another type or default: it may break somebody. */
  readonly broken: readonly string[];
}

export function diffApi(released: Api, now: Api): ApiDiff {
  const broken: string[] = [];
  for (const [name, type] of Object.entries(released)) {
    if (!Object.hasOwn(now, name)) broken.push(`gone: ${name}`);
    else if (now[name] !== type)
      broken.push(`changed: ${name}: ${type || 'nothing'} → ${now[name] || 'nothing'}`);
  }
  return { added: Object.keys(now).filter((name) => !Object.hasOwn(released, name)), broken };
}

/** Whether one of these changesets announces that this version breaks: kind `major`, before 1.0 also `minor`. */
export function announcesBreak(changesets: readonly string[], version: string): boolean {
  const kinds = version.startsWith('0.') ? 'minor|major' : 'major';
  const line = new RegExp(`^["']?oui-elements["']?:\\s*(?:${kinds})\\s*$`, 'm');
  return changesets.some((text) => line.test(/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? ''));
}
