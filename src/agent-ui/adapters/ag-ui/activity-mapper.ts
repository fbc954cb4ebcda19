import { deepEqual } from '../../../base/deep-equal.js';
import { applyPatch } from '../../../base/json-patch.js';
import { isJsonObject, type JsonObject } from '../../../base/json.js';
import { previewOutput } from '../output-preview.js';
import { askApplication, plainContent } from './foreign.js';
import type { Mapping } from './mapping.js';
import { idField, ownerOf } from './wire.js';

/** A message that is no text: what it says is structured, and changes. */
export interface Activity {
  readonly messageId: string;
  type: string;
  content: JsonObject;
  readonly runId: string;
  owner?: string;
  /** It has been shown as an artifact, or its plan is complete. */
  created: boolean;
  final: boolean;
}

type Show = (this: ActivityMapper, activity: Activity, content: JsonObject) => void;

const DONE = /^(?:done|complete|completed|finished|success|succeeded)$/i;

/** ACTIVITY_SNAPSHOT and ACTIVITY_DELTA → plans, tasks, agents, artifacts, by what the type says (§5.2). */
export class ActivityMapper {
  constructor(private readonly mapping: Mapping) {}

  snapshot(event: JsonObject): void {
    const { facts, activities, run } = this.mapping;
    const messageId = idField(event, 'messageId');
    if (messageId === undefined || !isJsonObject(event['content'])) {
      facts.diagnose('malformed', 'ACTIVITY_SNAPSHOT', 'An activity has no id or no content.');
      return;
    }
    const type = idField(event, 'activityType') ?? activities.get(messageId)?.type ?? '';
    const before = activities.get(messageId);
    // Ids of agents are used again by the next run, for another invocation (§4, 35).
    const known = before?.runId !== run.runId && SHOWS[type.toLowerCase()] === agent ? undefined : before;
    if (known && event['replace'] === false) return;
    const content = plainContent(event['content']);
    if (known && known.type === type && deepEqual(known.content, content)) return;
    const activity = known ?? {
      messageId,
      type,
      content,
      runId: run.runId,
      owner: ownerOf(event),
      created: false,
      final: false,
    };
    activity.type = type;
    activity.content = content;
    activities.set(messageId, activity);
    this.#show(activity);
  }

  delta(event: JsonObject): void {
    const { facts, activities } = this.mapping;
    const { patch } = event;
    const activity = activities.get(idField(event, 'messageId') ?? '');
    if (!activity) {
      facts.diagnose(
        'unknown_activity',
        'ACTIVITY_DELTA',
        'A change came for an activity that nobody knows.',
      );
      return;
    }
    try {
      const patched = applyPatch(structuredClone(activity.content), patch as unknown[]);
      if (!isJsonObject(patched)) throw new TypeError('no object');
      activity.content = plainContent(patched);
    } catch {
      facts.diagnose('activity_patch', activity.type, 'A change of an activity did not fit; it is left out.');
      return;
    }
    this.#show(activity);
  }

  /** The run is over: what its plans say now is what they came to. */
  closeAll(): void {
    const { activities, run } = this.mapping;
    for (const activity of activities.values()) {
      if (activity.runId === run.runId && isPlan(activity.type) && !activity.final) this.#planFinal(activity);
    }
  }

  #show(activity: Activity): void {
    const { messageId, type, content } = activity;
    if (askApplication(this.mapping, { kind: 'activity', name: type, value: content, messageId })) return;
    if (isPlan(type)) this.#plan(activity, content);
    else (SHOWS[type.toLowerCase()] ?? this.#task).call(this, activity, content);
  }

  #plan(activity: Activity, content: JsonObject): void {
    const steps = stepsOf(content);
    const { facts, run } = this.mapping;
    const ids = this.#planIds(activity);
    activity.final = false;
    facts.add(run, { type: 'plan.delta', ...ids, payload: { steps, ...titleOf(content) } });
    for (const [index, { id, title, status }] of steps.entries()) {
      facts.add(run, {
        type: 'task.changed',
        taskId: `${activity.messageId}/${id ?? index + 1}`,
        runtimeEntity: 'agent_turn',
        payload: { title, status, taskKind: 'plan_step', visibility: 'internal', currentRunId: run.runId },
      });
    }
    if (steps.length > 0 && steps.every(({ status }) => DONE.test(status))) this.#planFinal(activity);
  }

  #planFinal(activity: Activity): void {
    activity.final = true;
    const payload = { steps: stepsOf(activity.content), ...titleOf(activity.content) };
    this.mapping.facts.add(this.mapping.run, { type: 'plan.final', ...this.#planIds(activity), payload });
  }

  #planIds({ messageId, owner }: Activity) {
    return { messageId, partId: `plan:${messageId}`, ...agentOf(owner) };
  }

  agent(activity: Activity, content: JsonObject): void {
    const { messageId, runId } = activity;
    const said = textIn(content, 'status', 'state') ?? 'unknown';
    const name = textIn(content, 'name', 'agentName', 'executor', 'title');
    const currentTask = textIn(content, 'task', 'description', 'message');
    this.mapping.facts.add(this.mapping.run, {
      type: 'agent.changed',
      agentId: `${runId}:${messageId}`,
      ...(name === undefined ? {} : { agentName: name }),
      payload: { status: said, ...(currentTask === undefined ? {} : { currentTask }) },
    });
  }

  backgroundTask(activity: Activity, content: JsonObject): void {
    this.#task(activity, content);
    const agentId = textIn(content, 'agentId');
    if (agentId === undefined) return;
    const status = textIn(content, 'status', 'state') ?? 'running';
    this.mapping.facts.add(this.mapping.run, {
      type: 'agent.changed',
      agentId,
      surface: 'background_teammate',
      taskId: activity.messageId,
      payload: { status },
    });
  }

  memory(activity: Activity, content: JsonObject): void {
    const { facts, run } = this.mapping;
    const said = textIn(content, 'status', 'state', 'phase') ?? '';
    const boundaryId = activity.messageId;
    if (/compact|reflect/i.test(`${textIn(content, 'type', 'kind') ?? ''} ${said}`)) {
      const ended = /complete|done|finish/i.test(said);
      const summary = textIn(content, 'summary');
      facts.add(run, {
        type: ended ? 'context.compaction.completed' : 'context.compaction.started',
        payload: { boundaryId, ...(ended && summary !== undefined ? { summary } : {}) },
      });
    } else facts.add(run, { type: 'context.changed', payload: { memoryWrite: content } });
  }

  surface(activity: Activity, content: JsonObject): void {
    const { facts, run } = this.mapping;
    const ids = { artifactId: activity.messageId, artifactKind: 'ui_surface', messageId: activity.messageId };
    const readRef = textIn(content, 'resourceUri', 'uri', 'url');
    const payload = {
      ...titleOf(content),
      kind: 'ui_surface',
      ...(readRef === undefined ? {} : { readRef }),
    };
    facts.add(run, {
      type: activity.created ? 'artifact.updated' : 'artifact.created',
      ...ids,
      artifactStatus: 'ready',
      payload: { ...payload, status: 'ready' },
    });
    activity.created = true;
    const { outputPreview } = previewOutput(content);
    facts.add(run, { type: 'artifact.preview.ready', ...ids, payload: { preview: outputPreview } });
  }

  #task(activity: Activity, content: JsonObject): void {
    const { facts, run } = this.mapping;
    const { messageId, type, owner } = activity;
    const toolCallId = textIn(content, 'toolCallId');
    const status = textIn(content, 'status', 'state') ?? 'running';
    const title = titleOf(content).title ?? textIn(content, 'message', 'query', 'label');
    const { progress } = content;
    if (toolCallId !== undefined) {
      const percent =
        typeof progress === 'number' ? { percent: progress <= 1 ? progress * 100 : progress } : {};
      const payload = { phase: status, ...(title === undefined ? {} : { message: title }), ...percent };
      facts.add(run, { type: 'tool.progress', toolCallId, ...agentOf(owner), payload });
      return;
    }
    const { outputPreview } = previewOutput(content);
    facts.add(run, {
      type: 'task.changed',
      taskId: messageId,
      messageId,
      runtimeEntity: 'external_task',
      ...agentOf(owner),
      payload: {
        title: title ?? type,
        status,
        taskKind: type,
        currentRunId: run.runId,
        ...(progress === undefined ? {} : { progress }),
        content: outputPreview,
      },
    });
  }
}

const { agent, backgroundTask, memory, surface } = ActivityMapper.prototype;

/** By the type in lower case; what is not here is a task. */
const SHOWS: Readonly<Record<string, Show>> = {
  'dawn.subagent': agent,
  executor: agent,
  'mastra-background-task': backgroundTask,
  'task.run': backgroundTask,
  'mastra-observational-memory': memory,
  'a2ui-surface': surface,
  'mcp-apps': surface,
};

function isPlan(type: string): boolean {
  return /^(?:dawn\.)?plan$/i.test(type);
}

interface PlanStep {
  id?: string;
  title: string;
  status: string;
}

function stepsOf(content: JsonObject): PlanStep[] {
  const list =
    ['steps', 'plan', 'items', 'todos', 'tasks'].map((key) => content[key]).find(Array.isArray) ?? [];
  return (list as unknown[]).map((item, index) => {
    if (!isJsonObject(item)) return { title: String(item), status: 'pending' };
    const id = textIn(item, 'id');
    const done = item['done'] === true || item['completed'] === true ? 'completed' : 'pending';
    return {
      ...(id === undefined ? {} : { id }),
      title: textIn(item, 'title', 'description', 'content', 'text', 'name', 'step') ?? `${index + 1}`,
      status: textIn(item, 'status', 'state') ?? done,
    };
  });
}

function titleOf(content: JsonObject): { title?: string } {
  const title = textIn(content, 'title', 'name', 'label');
  return title === undefined ? {} : { title };
}

function textIn(content: JsonObject, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const value = idField(content, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

function agentOf(owner: string | undefined): { agentId?: string } {
  return owner === undefined ? {} : { agentId: owner };
}
