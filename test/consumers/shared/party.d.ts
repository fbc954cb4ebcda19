import type { AgentSession } from 'oui-elements/agent-ui';
import type { JsonSchema } from 'oui-elements/oui';

export interface Guest {
  name: string;
  meal: string;
  plusOne: boolean;
}

export const FIRST_GUESTS: Guest[];
export const TABLES: string[];
export const SEATS_SCHEMA: JsonSchema;
export const NAME_SCHEMA: JsonSchema;
export const GUESTS_SCHEMA: JsonSchema;
export const session: AgentSession;
export function answer(text: string): void;
export function start(render: () => void): Promise<void>;
