import type { EventOf } from './envelope.js';

export type TaskChanged = EventOf<
  'task.changed',
  {
    title?: string;
    objective?: string;
    status?: string;
    nativeStatus?: string;
    visibility?: string;
    priority?: unknown;
    owner?: unknown;
    assignee?: unknown;
    progress?: unknown;
    attempts?: readonly unknown[];
    currentRunId?: string;
    parentTaskId?: string;
    rootTaskId?: string;
    dependencies?: readonly string[];
    blocker?: unknown;
    reason?: string;
    schedule?: unknown;
    wakeReason?: string;
    lastRun?: unknown;
    artifactRefs?: readonly string[];
    evidenceRefs?: readonly string[];
  }
>;
