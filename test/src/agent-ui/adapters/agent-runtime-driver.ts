import { AgentSession, type AgentUiEvent, type SessionSnapshot } from 'oui-elements/agent-ui';
import { RuntimeMapper } from 'oui-elements/agent-ui/adapters/agent-runtime';
import { sequence } from '../../../fixtures/agent-runtime/sequences.js';

export type Fact = AgentUiEvent & { payload?: Record<string, unknown> };
type Record_ = Readonly<Record<string, unknown>>;

/** What a runtime says, as Agent UI facts, and as the session that they come to. */
export class RuntimeDriver {
  readonly mapper = new RuntimeMapper('ses-1');
  readonly session = new AgentSession();
  readonly facts: Fact[] = [];

  static run(id: string): RuntimeDriver {
    return new RuntimeDriver().say(...sequence(id));
  }

  say(...events: Record<string, unknown>[]): this {
    for (const event of events) this.take(this.mapper.event(event));
    return this;
  }

  read(snapshot: Record<string, unknown>): this {
    return this.take(this.mapper.snapshot(snapshot));
  }

  take(facts: readonly AgentUiEvent[]): this {
    this.facts.push(...(facts as Fact[]));
    this.session.dispatch(facts);
    return this;
  }

  of(type: string): Fact[] {
    return this.facts.filter((fact) => fact.type === type);
  }

  get types(): string[] {
    return this.facts.map(({ type }) => type);
  }

  get snapshot(): SessionSnapshot {
    return this.session.snapshot();
  }

  record(list: keyof SessionSnapshot, key: string, id: string): Record_ | undefined {
    return this.snapshot[list].find((record) => record[key] === id);
  }

  get run(): Record_ | undefined {
    return this.snapshot.runs.find((record) => record['turnId'] === 'turn-1');
  }

  get answer(): string {
    return this.snapshot.messages
      .filter(({ role }) => role === 'assistant')
      .map(({ text }) => text)
      .join('');
  }

  get codes(): unknown[] {
    return this.of('diagnostic.changed').map(({ payload }) => payload?.['code']);
  }
}
