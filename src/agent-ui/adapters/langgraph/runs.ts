import type { JsonObject } from '../../../base/json.js';
import type { MessageExtras } from '../../events/control-request.js';
import type { AdapterOptions, ControlReceipt } from '../adapter.js';
import { carriedBy } from '../carried.js';
import type { ClientToolOffer } from '../client-tools.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import type { GraphMapper } from './graph-mapper.js';
import { pageOffer } from '../page-offer.js';
import { humanMessage } from './human-message.js';
import type { GraphSettings } from './requests.js';
import { turnOf } from './thread.js';
import type { RunRequest } from './transport.js';

export interface RunsSettings extends GraphSettings {
  inputOf?: (message: JsonObject) => unknown;
}

/** Something that a person says. */
export type Said = MessageExtras & { clientId: string; text: string };

/** A run that was asked for here. */
export interface Asked {
  run: RunRef;
  clientId: string | undefined;
  announce: JsonObject;
  request: RunRequest;
  receipt?: Promise<ControlReceipt>;
  /** How many runs have followed by themselves. */
  continuations: number;
  readonly stop: AbortController;
}

/** What runs are asked for with: what a person said, and what the page offers. */
export class Runs {
  /** What the page offered to the last run. */
  offer: ClientToolOffer | undefined;

  constructor(
    private readonly settings: RunsSettings,
    private readonly options: AdapterOptions,
    private readonly facts: FactWriter,
  ) {}

  offers(name: string): boolean {
    return this.offer?.tools.some((tool) => tool.name === name) === true;
  }

  /** A run that answers a person, whose message is known from now on. */
  said(said: Said, mapper: GraphMapper): Asked {
    const { clientId, text, attachments } = said;
    const { runtime } = this.options;
    const id = runtime.uuid();
    const { inputOf = (one: JsonObject) => ({ messages: [one] }) } = this.settings;
    const input = inputOf(humanMessage(id, text, attachments));
    const { context, forwardedProps } = carriedBy(said);
    const config = this.config({ ...forwardedProps, ...(context ? { context } : {}) });
    const run = { runId: runtime.uuid(), turnId: turnOf(id) };
    mapper.turns.set(id, run.turnId);
    mapper.messages.said(id);
    const userMessage = { id, text, ...(attachments?.length ? { attachments } : {}) };
    return {
      run,
      clientId,
      announce: { clientId, userMessage },
      request: { input, config },
      continuations: 0,
      stop: new AbortController(),
    };
  }

  /** What goes along in `config.configurable`: the page's tools, what it shows, and what a person has chosen. */
  config(carried: JsonObject): JsonObject {
    this.readOffer();
    const { config = {} } = this.settings;
    const { tools = [], context = [] } = this.offer ?? {};
    const all = [...context, ...((carried['context'] as readonly unknown[] | undefined) ?? [])];
    const offered = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
    const configurable = {
      ...(config['configurable'] as JsonObject | undefined),
      ...(carried['mode'] === undefined ? {} : { mode: carried['mode'] }),
      ...(offered.length > 0 ? { page_tools: offered } : {}),
      ...(all.length > 0 ? { page_context: all } : {}),
    };
    return Object.keys(configurable).length > 0 ? { ...config, configurable } : config;
  }

  readOffer(): void {
    this.offer = pageOffer(this.options, this.facts);
  }
}
