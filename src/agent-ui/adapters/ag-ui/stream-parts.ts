import type { AgentMapper } from './agent-mapper.js';
import type { ChunkMapper } from './chunk-mapper.js';
import type { MessageMapper } from './message-mapper.js';
import type { OpenMapper } from './open-mapper.js';
import type { SnapshotMapper } from './snapshot-mapper.js';
import type { StateMapper } from './state-mapper.js';
import type { Steps } from './steps.js';
import type { ToolMapper } from './tool-mapper.js';

/** The mappers of one stream; those that may be absent are made when their first event comes. */
export interface StreamParts {
  readonly messages: MessageMapper;
  readonly tools: ToolMapper;
  agents?: AgentMapper;
  chunks?: ChunkMapper;
  open?: OpenMapper;
  snapshots?: SnapshotMapper;
  state?: StateMapper;
  steps?: Steps;
}
