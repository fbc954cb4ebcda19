import type { EventOf, Open } from './envelope.js';

export type ToolKind = 'command' | 'browser' | 'file' | 'api' | 'search' | 'database' | 'custom';

export type ToolStarted = EventOf<
  'tool.started',
  {
    name?: string;
    /** What a person reads instead of the name. */
    title?: string;
    kind?: Open<ToolKind>;
    inputSummary?: string;
    risk?: string;
    /** Who runs it: `client` is this page. */
    executor?: Open<'client' | 'agent'>;
    /** `proposed`: the model is still writing the call. Absent: it runs. */
    status?: Open<'proposed' | 'running'>;
    /** ISO 8601. */
    startedAt?: string;
  }
>;

export type ToolArgs = EventOf<
  'tool.args',
  {
    /** A fragment of the argument text, to be appended. */
    delta?: string;
    /** The argument text so far, in place of what was there. */
    partial?: string;
    /** The arguments, complete. */
    args?: unknown;
    state?: Open<'input-streaming' | 'input-available'>;
  }
>;

export type ToolProgress = EventOf<
  'tool.progress',
  {
    percent?: number;
    done?: number;
    total?: number;
    phase?: string;
    message?: string;
    /** An async action's acknowledgement: proof that it began, not that it is done. */
    acknowledged?: unknown;
    partialOutputRef?: string;
  }
>;

export type ToolOutputDelta = EventOf<
  'tool.output.delta',
  {
    channel?: Open<'stdout' | 'stderr' | 'json' | 'image' | 'log'>;
    chunk?: string;
    truncated?: boolean;
    outputRef?: string;
  }
>;

export type ToolResult = EventOf<
  'tool.result',
  {
    outputPreview?: unknown;
    outputRef?: string;
    sizeBytes?: number;
    shape?: string;
    exitCode?: number;
    durationMs?: number;
    artifactIds?: readonly string[];
    sourceRefs?: readonly string[];
    status?: Open<'ok' | 'error'>;
    error?: unknown;
  }
>;

export type ToolFailed = EventOf<
  'tool.failed',
  {
    error?: unknown;
    /** The owner's error code, such as `VALIDATION_ERROR`. */
    code?: string;
    details?: unknown;
    stderr?: string;
    category?: string;
    retryable?: boolean;
    cancelled?: boolean;
    timedOut?: boolean;
    /** A person said no. */
    declined?: boolean;
    recovery?: string;
    durationMs?: number;
  }
>;

export type ToolEvent = ToolStarted | ToolArgs | ToolProgress | ToolOutputDelta | ToolResult | ToolFailed;
