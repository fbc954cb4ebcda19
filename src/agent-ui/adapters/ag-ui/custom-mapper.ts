import { isJsonObject, type JsonObject } from '../../../base/json.js';
import { previewOutput } from '../output-preview.js';
import { askApplication, tellEmbedded } from './foreign.js';
import type { Mapping } from './mapping.js';
import type { PredictedState } from './predicted-state.js';
import type { RunMapper } from './run-mapper.js';
import { idField, ownerOf } from './wire.js';

/** LangGraph's helpers: what they say comes as typed events too. */
const MIRRORED = new Set(['manually_emit_message', 'manually_emit_tool_call', 'manually_emit_state']);
const OURS = 'agentui/';

/** CUSTOM by its name, and RAW (§5.3). */
export class CustomMapper {
  #structured = 0;

  constructor(
    private readonly mapping: Mapping,
    private readonly run: RunMapper,
    private readonly predicted: PredictedState,
  ) {}

  custom(event: JsonObject): void {
    const name = idField(event, 'name') ?? '';
    const { value } = event;
    if (name.startsWith(OURS)) {
      const type = name.slice(OURS.length);
      tellEmbedded(this.mapping, isJsonObject(value) ? { ...value, type } : value, name, ownerOf(event));
    } else if (name === 'on_interrupt') this.run.interruptAnnounced(value);
    else if (name === 'run.accepted') this.run.stage('accepted');
    else if (name === 'PredictState') this.predicted.announced(value);
    else if (name === 'structured-output.complete') this.#structuredOutput(event);
    else if (!MIRRORED.has(name) && !askApplication(this.mapping, { kind: 'custom', name, value })) {
      const text = 'This version does not show this event.';
      this.mapping.facts.diagnose('unmapped', `CUSTOM ${name}`, text, 'info');
    }
  }

  /** A provider's own event may hold anything, secrets too: it is counted, and goes to the application alone. */
  raw(event: JsonObject): void {
    const { event: value } = event;
    const source = idField(event, 'source') ?? 'unknown';
    if (askApplication(this.mapping, { kind: 'raw', name: source, value })) return;
    const keys = isJsonObject(value) ? Object.keys(value).slice(0, 8).join(', ') : typeof value;
    const size = JSON.stringify(value ?? null).length;
    const text = `An event of the provider was left out (${size} characters; ${keys.slice(0, 200)}).`;
    this.mapping.facts.diagnose('raw', source, text, 'info');
  }

  #structuredOutput(event: JsonObject): void {
    const { value } = event;
    const { facts, run } = this.mapping;
    const object = isJsonObject(value) && 'object' in value ? value['object'] : value;
    const { outputPreview } = previewOutput(object);
    const messageId = idField(isJsonObject(value) ? value : {}, 'messageId');
    facts.add(run, {
      type: 'artifact.created',
      artifactId: `${run.runId}:structured-output:${++this.#structured}`,
      artifactKind: 'json',
      artifactStatus: 'ready',
      ...(messageId === undefined ? {} : { messageId }),
      payload: { kind: 'json', status: 'ready', title: 'Structured output', preview: outputPreview },
    });
  }
}
