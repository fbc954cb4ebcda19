import type { JsonObject } from '../../../base/json.js';
import { ChunkLanes } from './chunk-lanes.js';
import type { Mapping } from './mapping.js';
import type { MessageMapper } from './message-mapper.js';
import type { RunMapper } from './run-mapper.js';
import type { ToolMapper } from './tool-mapper.js';
import { idField } from './wire.js';

/** Two older and shorter ways of saying the same: *_CHUNK, and THINKING_* of peers before REASONING_*. */
export class ChunkMapper {
  readonly lanes: ChunkLanes;
  #thoughts = 0;
  #title: string | undefined;

  constructor(
    private readonly mapping: Mapping,
    private readonly messages: MessageMapper,
    tools: ToolMapper,
    private readonly run: RunMapper,
    startTool: (event: JsonObject, id: string) => void,
  ) {
    this.lanes = new ChunkLanes(mapping, messages, tools, startTool);
  }

  chunk(event: JsonObject): void {
    const type = String(event['type']);
    const kind = type.startsWith('TEXT_') ? 'text' : type.startsWith('TOOL_') ? 'tool' : 'reasoning';
    if (kind === 'text') this.run.stage('streaming');
    else if (kind === 'reasoning') this.run.stage('running', { phase: 'reasoning' });
    this.lanes.take(kind, event);
  }

  /** They name no message, and have a title, which they would lose. */
  thinking(event: JsonObject): void {
    switch (event['type']) {
      case 'THINKING_START':
        this.#title = idField(event, 'title');
        this.run.stage('running', { phase: 'reasoning' });
        break;
      case 'THINKING_TEXT_MESSAGE_START':
        this.#startThought(event);
        break;
      case 'THINKING_TEXT_MESSAGE_CONTENT':
        if (!this.messages.isOpen('reasoning', this.#thought)) this.#startThought(event);
        this.messages.content('reasoning', event, this.#thought);
        break;
      case 'THINKING_TEXT_MESSAGE_END':
        this.messages.end('reasoning', event, this.#thought);
    }
  }

  get #thought(): string {
    return `${this.mapping.run.runId}:thinking:${this.#thoughts}`;
  }

  #startThought(event: JsonObject): void {
    this.#thoughts++;
    this.messages.start('reasoning', { ...event, role: undefined, name: this.#title }, this.#thought);
    this.mapping.history.find('reasoning', this.#thought)!.unnamed = true;
  }
}
