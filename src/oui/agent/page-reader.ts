import { isJsonObject } from '../../base/json.js';
import type { Runtime } from '../../base/runtime.js';
import { OuiError } from '../protocol/error-codes.js';
import type { ActionManifest } from '../protocol/manifest.js';
import type { ActionResultPayload, ObservationRequest } from '../protocol/messages.js';
import type { ReadAnswer } from '../protocol/page-queries.js';
import type { AgentSwitches } from './agent-switches.js';
import { MAX_ACTIONS, weigh } from './bounds.js';
import type { ClientView } from './client-view.js';
import type { ObservationRequests } from './observation-requests.js';
import { isUsableId, readAction, type KnownAction, type KnownSurface } from './read-manifest.js';

export interface ReadOptions {
  /** RFC 6901, into the value: `/rows/3`. Default: the whole. */
  pointer?: string;
  /** From 1, of what is too long for one answer. Default 1. */
  page?: number;
  /** Items of a list, members of an object, UTF-16 units of a text. Default: the page's choice. */
  pageSize?: number;
  /** Gives up waiting: the error is then `oui:cancelled`. */
  signal?: AbortSignal;
}

export interface PageReaderPorts {
  runtime: Runtime;
  view: ClientView;
  switches: AgentSwitches;
  observing: ObservationRequests;
  query(
    actionId: string,
    params: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<ActionResultPayload>;
  send(message: ObservationRequest): void;
}

/** Asks a page for what it does not push: values, parts of values, definitions (OUI-S16, OUI-E6). */
export class PageReader {
  readonly #ports: PageReaderPorts;
  /** Descriptions under way, by surface and action. */
  readonly #describing = new Map<string, Promise<unknown>>();

  constructor(ports: PageReaderPorts) {
    this.#ports = ports;
  }

  /** The whole current value. */
  async observe(surfaceId: string, observationId: string): Promise<unknown> {
    this.#observation(surfaceId, observationId);
    const { runtime, observing, send } = this.#ports;
    const answer = observing.wait(surfaceId, observationId);
    const [requestId, timestamp] = [runtime.uuid(), runtime.now()];
    send({ type: 'observation:request', payload: { surfaceId, observationId, requestId, timestamp } });
    return answer;
  }

  /** A part of the value, a page at a time. */
  async read(surfaceId: string, observationId: string, options: ReadOptions): Promise<ReadAnswer> {
    this.#observation(surfaceId, observationId);
    const { signal, ...where } = options;
    const data = await this.#answer('read', { surfaceId, observationId, ...where }, signal);
    return readingOf(data);
  }

  /** Fetches definitions, and keeps them where only the index was known. */
  async describe(surfaceId: string, actionIds?: readonly string[]): Promise<ActionManifest[]> {
    const { view } = this.#ports;
    const surface = this.#surface(surfaceId);
    const wanted = surface.actions.filter(({ id }) => !actionIds || actionIds.includes(id));
    const unknown = actionIds?.find((id) => !wanted.some((action) => action.id === id));
    if (unknown !== undefined) {
      throw new OuiError('ACTION_NOT_FOUND', `The surface ${surfaceId} has no action ${unknown}.`);
    }
    const missing = wanted.filter(({ indexed }) => indexed).map(({ id }) => id);
    if (missing.length > 0) {
      const data = await this.#answer('describe', { surfaceId, actionIds: missing });
      view.define(surfaceId, definitionsOf(surfaceId, data));
    }
    const known = view.surface(surfaceId)?.actions ?? [];
    return known.filter(({ id, indexed }) => !indexed && wanted.some((action) => action.id === id));
  }

  /** Before an action runs for the first time: once for all who wait for it. A page that does not answer checks alone. */
  async prepare(surfaceId: string, actionId: string): Promise<void> {
    const key = JSON.stringify([surfaceId, actionId]);
    let described = this.#describing.get(key);
    if (!described) {
      described = this.describe(surfaceId, [actionId]).catch(() => {});
      this.#describing.set(key, described);
      void described.then(() => this.#describing.delete(key));
    }
    await described;
  }

  async #answer(actionId: string, params: Record<string, unknown>, signal?: AbortSignal): Promise<unknown> {
    const { success, data, error } = await this.#ports.query(actionId, params, signal);
    if (success) return data;
    throw new OuiError(error!.code, error!.message, error!.details);
  }

  #surface(surfaceId: string): KnownSurface {
    const { view, switches } = this.#ports;
    const surface = view.surface(surfaceId);
    if (!surface) throw new OuiError('SURFACE_UNAVAILABLE', `The surface ${surfaceId} is not active now.`);
    if (switches.isOn(surfaceId)) return surface;
    throw new OuiError('ACTION_DENIED', `A person has switched ${surfaceId} off.`);
  }

  #observation(surfaceId: string, observationId: string): void {
    if (this.#surface(surfaceId).observations?.some(({ id }) => id === observationId)) return;
    const message = `The surface ${surfaceId} has no observation ${observationId}.`;
    throw new OuiError('oui:observation_not_found', message);
  }
}

/** The definitions in an answer of `oui.describe`; those that cannot be used are left out. */
function definitionsOf(surfaceId: string, data: unknown): KnownAction[] {
  const list: unknown = isJsonObject(data) ? data['actions'] : undefined;
  // Schemas are looked into, so they must not be too deep for that.
  if (!Array.isArray(list) || weigh(list) === undefined) return [];
  const definitions: KnownAction[] = [];
  for (const item of (list as unknown[]).slice(0, MAX_ACTIONS)) {
    if (!isJsonObject(item) || !isUsableId(item['id'])) continue;
    const { surfaceId: of = surfaceId, ...definition } = item;
    if (of === surfaceId) definitions.push(readAction(surfaceId, definition));
  }
  return definitions;
}

/** A peer's answer as this package's own would be (OUI-E11). */
function readingOf(data: unknown): ReadAnswer {
  return isJsonObject(data) && 'value' in data ? (data as unknown as ReadAnswer) : { value: data ?? null };
}
