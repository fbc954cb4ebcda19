import type { EventOf, Open } from './envelope.js';

type AgentFacts = {
  status?: string;
  model?: string;
  policy?: unknown;
  capability?: unknown;
  cardRef?: string;
  currentTask?: string;
  recentMessages?: readonly unknown[];
  toolActivity?: unknown;
  pendingInput?: readonly unknown[];
  reason?: string;
};

export type AgentSpawned = EventOf<
  'agent.spawned',
  AgentFacts & { spawnReason?: string; isolation?: string; parentAgentId?: string }
>;
export type AgentChanged = EventOf<'agent.changed', AgentFacts>;
export type AgentCompleted = EventOf<
  'agent.completed',
  AgentFacts & {
    status?: Open<'completed' | 'failed' | 'killed' | 'closed' | 'cancelled'>;
    resultRef?: string;
    usage?: unknown;
    durationMs?: number;
    error?: unknown;
  }
>;
export type AgentHandoff = EventOf<
  'agent.handoff',
  {
    from?: string;
    to?: string;
    reason?: string;
    resumeTarget?: string;
    boundary?: string;
    state?: Open<'handoff_requested' | 'accepted' | 'active' | 'returned' | 'resumed' | 'declined'>;
    acceptedAt?: string;
  }
>;
export type WorkerNotification = EventOf<
  'worker.notification',
  {
    status?: Open<'completed' | 'failed' | 'killed'>;
    summary?: string;
    resultRef?: string;
    usage?: unknown;
    durationMs?: number;
    toolCount?: number;
  }
>;
export type AgentEvent = AgentSpawned | AgentChanged | AgentCompleted | AgentHandoff | WorkerNotification;
