import { deepEqual } from '../../base/deep-equal.js';
import { devWarning, reportThrown } from '#dev-warning';
import { validatorNow, validatorReady } from '../../base/json-schema/validate.js';
import { toJsonSafe } from '../../base/json.js';
import type { Runtime } from '../../base/runtime.js';
import { MIN_UPDATE_INTERVAL_MS } from '../protocol/limits.js';
import type { ObservationManifest } from '../protocol/manifest.js';

type Reader = () => unknown;

interface Cell {
  manifest: ObservationManifest;
  /** What the author published last, whatever it was. */
  latest?: { value: unknown };
  /** The last value that fits the schema. */
  good?: { value: unknown };
  /** What agents were told last. */
  sent?: { value: unknown };
  sentAt: number;
  /** It was asked for before the validator had been loaded. */
  unchecked?: boolean;
  cancelFlush?: () => void;
}

export interface PublisherPorts {
  runtime: Runtime;
  /** Tells every agent that can see the surface. */
  emit(observationId: string, value: unknown): void;
  reader(observationId: string): Reader | undefined;
}

/**
 * The observations of one surface: whole values (OUI-S18), each as often as its frequency allows (OUI-S14,
 * OUI-S15). Values are checked when they are about to be read, not when published, so that a fast source
 * costs no more than what is sent of it.
 */
export class ObservationPublisher {
  readonly #surfaceId: string;
  readonly #ports: PublisherPorts;
  readonly #cells: ReadonlyMap<string, Cell>;
  #live = false;

  constructor(
    surfaceId: string,
    manifests: readonly ObservationManifest[],
    ports: PublisherPorts,
    previous?: ObservationPublisher,
  ) {
    this.#surfaceId = surfaceId;
    this.#ports = ports;
    this.#cells = new Map(
      manifests.map((manifest) => {
        const old = previous === undefined ? undefined : previous.#cells.get(manifest.id);
        const kept = old && deepEqual(old.manifest, manifest) ? old : undefined;
        return [manifest.id, { manifest, latest: kept?.latest, good: kept?.good, sentAt: -Infinity }];
      }),
    );
    // So that the first request need not wait for it.
    void validatorReady();
  }

  /** Takes an author's value. True when it differs from the one before. */
  publish(observationId: string, value: unknown): boolean {
    const cell = this.#cells.get(observationId);
    if (!cell) {
      devWarning(
        'oui:unknown_observation',
        () => `${this.#surfaceId}.${observationId} is published and not declared in the manifest.`,
      );
      return false;
    }
    return this.#take(cell, value);
  }

  /** While not live (no agent may see the surface) values are kept and not sent. */
  setLive(live: boolean): void {
    if (this.#live === live) return;
    this.#live = live;
    for (const cell of this.#cells.values()) {
      cell.cancelFlush?.();
      delete cell.cancelFlush;
      delete cell.sent;
    }
  }

  /** Each pushed observation's current value, for a client that has just been told of the surface (OUI-S5). */
  pushed(): [observationId: string, value: unknown][] {
    const values: [string, unknown][] = [];
    for (const cell of this.#cells.values()) {
      if (cell.manifest.updateFrequency === 'polling') continue;
      const good = this.#check(cell);
      if (good) values.push([cell.manifest.id, good.value]);
    }
    return values;
  }

  /** Every value now; what has a reader is read if that can be done at once (OUI-S22). */
  current(): Record<string, unknown> {
    for (const cell of this.#cells.values()) {
      const read = this.#read(cell);
      if (read instanceof Promise) read.catch(() => {});
      else if (read !== undefined) this.#take(cell, read);
    }
    return this.known();
  }

  /** Every value as far as it is known, without reading anything. */
  known(): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const cell of this.#cells.values()) {
      const good = this.#check(cell);
      if (good) values[cell.manifest.id] = good.value;
    }
    return values;
  }

  /** The answer to `observation:request` (OUI-S16); `null` when there is no value. */
  async ask(observationId: string): Promise<unknown> {
    const cell = this.#cells.get(observationId);
    if (!cell) return null;
    try {
      const read = await this.#read(cell);
      if (read !== undefined) this.#take(cell, read);
    } catch (thrown) {
      this.#notRead(observationId, thrown);
    }
    await validatorReady();
    return this.#check(cell)?.value ?? null;
  }

  #read(cell: Cell): unknown {
    try {
      return this.#ports.reader(cell.manifest.id)?.();
    } catch (thrown) {
      this.#notRead(cell.manifest.id, thrown);
      return undefined;
    }
  }

  #take(cell: Cell, raw: unknown): boolean {
    const value = toJsonSafe(raw) ?? null;
    if (cell.latest && deepEqual(cell.latest.value, value)) return false;
    cell.latest = { value };
    this.#schedule(cell);
    return true;
  }

  #schedule(cell: Cell): void {
    if (!this.#live || cell.cancelFlush || cell.manifest.updateFrequency === 'polling') return;
    const flush = () => {
      delete cell.cancelFlush;
      this.#flush(cell);
    };
    const { runtime } = this.#ports;
    if (cell.manifest.updateFrequency === 'realtime') {
      cell.cancelFlush = runtime.frame(flush);
      return;
    }
    const wait = cell.sentAt + MIN_UPDATE_INTERVAL_MS - runtime.monotonic();
    if (wait > 0) cell.cancelFlush = runtime.after(wait, flush);
    else this.#flush(cell);
  }

  /** What could not be sent while the validator was on its way; nothing unchecked is ever sent (OUI-S17). */
  #flushUnchecked(): void {
    for (const cell of this.#cells.values()) {
      if (!cell.unchecked) continue;
      delete cell.unchecked;
      if (validatorNow()) this.#schedule(cell);
    }
  }

  #flush(cell: Cell): void {
    const good = this.#check(cell);
    if (!good || (cell.sent && deepEqual(cell.sent.value, good.value))) return;
    cell.sent = good;
    cell.sentAt = this.#ports.runtime.monotonic();
    this.#ports.emit(cell.manifest.id, good.value);
  }

  /** OUI-S17: the latest value if it fits, else the last that did. */
  #check(cell: Cell): { value: unknown } | undefined {
    const { latest } = cell;
    if (!latest || latest === cell.good) return cell.good;
    const validate = validatorNow();
    if (!validate && latest.value !== null) {
      if (!cell.unchecked) void validatorReady().then(() => this.#flushUnchecked());
      cell.unchecked = true;
      return cell.good;
    }
    const fault = latest.value === null ? undefined : validate?.(cell.manifest.schema, latest.value)[0];
    if (!fault) {
      cell.good = latest;
      return latest;
    }
    const place = fault.field || 'the value';
    devWarning(
      'oui:observation_schema',
      () =>
        `${this.#surfaceId}.${cell.manifest.id}: ${place} breaks ${fault.constraint} (expected ${JSON.stringify(fault.expected)}); the value was not sent. Publish null for "not available now".`,
    );
    cell.latest = cell.good;
    return cell.good;
  }

  #notRead(observationId: string, thrown: unknown): void {
    reportThrown('oui:observation_read', `${this.#surfaceId}.${observationId}`, thrown);
  }
}
