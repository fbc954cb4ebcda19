import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { FactWriter } from '../fact-writer.js';
import { listAt, objectAt, textAt } from './wire.js';

/** The agent's mode and options → `permission.changed`. Each is told whole. */
export class SessionSettings {
  #modes: ReadonlySet<string> = new Set();
  #options: readonly JsonObject[] = [];
  #mode: string | undefined;

  constructor(
    private readonly facts: FactWriter,
    private readonly onKinds: () => void,
  ) {}

  /** Whether anything can be set. */
  get any(): boolean {
    return this.#modes.size > 0 || this.#options.length > 0;
  }

  /** How a session begins: what `session/new` and its relatives answer. */
  opened(result: JsonObject): void {
    const modes = objectAt(result, 'modes');
    this.#modes = new Set(
      modes ? listAt(modes, 'availableModes').map((mode) => textAt(mode, 'id') ?? '') : [],
    );
    this.#options = listAt(result, 'configOptions');
    this.#mode = modes && textAt(modes, 'currentModeId');
    this.#tell();
    this.onKinds();
  }

  modeChanged(mode: string | undefined): void {
    if (mode === undefined) return;
    this.#mode = mode;
    this.#tell();
  }

  optionsChanged(options: readonly JsonObject[]): void {
    this.#options = options;
    this.#tell();
    this.onKinds();
  }

  /** The agent has done what was asked; some say how it stands now, others only that it is done. */
  set({ modeId, configId, value }: JsonObject, result: unknown): void {
    const told = isJsonObject(result) && Array.isArray(result['configOptions']);
    if (told) this.optionsChanged(listAt(result, 'configOptions'));
    else if (typeof modeId === 'string') this.modeChanged(modeId);
    else
      this.optionsChanged(
        this.#options.map((option) =>
          option['id'] === configId ? { ...option, currentValue: value } : option,
        ),
      );
  }

  /** How the agent is asked for a mode that it is not in; `undefined`: it is, or it has no such mode. */
  requestFor(mode: string | undefined): { method: string; params: JsonObject } | undefined {
    if (mode === undefined || mode === this.#current) return undefined;
    if (this.#modes.has(mode)) return { method: 'session/set_mode', params: { modeId: mode } };
    const option = this.#modeOption;
    const offers = listAt(option ?? {}, 'options').some(({ value }) => value === mode);
    if (!option || !offers) return undefined;
    return { method: 'session/set_config_option', params: { configId: option['id'], value: mode } };
  }

  /** How the agent is asked to set an option of this id. */
  requestToSet(configId: string, value: unknown): { method: string; params: JsonObject } | undefined {
    if (!this.#options.some(({ id }) => id === configId)) return undefined;
    const type = typeof value === 'boolean' ? { type: 'boolean' } : {};
    return { method: 'session/set_config_option', params: { configId, value, ...type } };
  }

  get #modeOption(): JsonObject | undefined {
    return this.#options.find(({ category, id }) => category === 'mode' || id === 'mode');
  }

  get #current(): string | undefined {
    const option = this.#modeOption;
    return this.#mode ?? (option && textAt(option, 'currentValue'));
  }

  #tell(): void {
    const mode = this.#current;
    const limits = Object.fromEntries(
      this.#options.map(({ id, currentValue }) => [String(id), currentValue]),
    );
    if (mode === undefined && this.#options.length === 0) return;
    this.facts.add(undefined, {
      type: 'permission.changed',
      owner: 'policy',
      payload: { ...(mode === undefined ? {} : { mode }), ...(this.#options.length > 0 ? { limits } : {}) },
    });
  }
}
