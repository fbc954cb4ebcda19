import type { Runtime } from '../../base/runtime.js';
import { OuiError, type OuiErrorCode } from '../protocol/error-codes.js';

interface Waiting {
  surfaceId: string;
  observationId: string;
  resolve(value: unknown): void;
  reject(error: OuiError): void;
}

/** Observations that have been asked for and not answered yet (OUI-S16, OUI-R6). */
export class ObservationRequests {
  readonly #waiting = new Set<Waiting>();
  readonly #runtime: Runtime;
  readonly #limitMs: number;

  constructor(runtime: Runtime, limitMs: number) {
    this.#runtime = runtime;
    this.#limitMs = limitMs;
  }

  wait(surfaceId: string, observationId: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const end = () => {
        cancel();
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        surfaceId,
        observationId,
        resolve: (value) => {
          end();
          resolve(value);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      };
      const cancel = this.#runtime.after(this.#limitMs, () => {
        waiting.reject(failure('TIMEOUT', `${observationId} was not answered within ${this.#limitMs} ms.`));
      });
      this.#waiting.add(waiting);
    });
  }

  answer(surfaceId: string, observationId: string, value: unknown): void {
    for (const waiting of [...this.#waiting]) {
      if (waiting.surfaceId === surfaceId && waiting.observationId === observationId) waiting.resolve(value);
    }
  }

  failAll(surfaceIds: readonly string[], message: string): void {
    for (const waiting of [...this.#waiting]) {
      if (surfaceIds.includes(waiting.surfaceId)) waiting.reject(failure('SURFACE_UNAVAILABLE', message));
    }
  }
}

function failure(code: OuiErrorCode, message: string): OuiError {
  return new OuiError(code, message);
}
