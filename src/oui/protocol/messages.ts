import { isJsonObject } from '../../base/json.js';
import type { ConfirmBy } from './confirmation.js';
import type { OuiErrorCode } from './error-codes.js';
import type { SurfaceIndex, SurfaceManifest } from './manifest.js';

/** OUI 0.1 §2: everything that crosses a transport. Times are Unix epoch milliseconds. */

export interface SurfaceRegister {
  type: 'surface:register';
  /** A connection in index form sends the surface with `index` in place of `actions` (OUI-E5). */
  payload: {
    surface: SurfaceManifest | SurfaceIndex;
    timestamp: number;
    /** Who asks a person on this connection (OUI-E2). Absent: `runtime`. An addition of this package. */
    confirmBy?: ConfirmBy;
  };
}

export interface SurfaceDeregister {
  type: 'surface:deregister';
  payload: { surfaceId: string; timestamp: number };
}

export interface ActionRequest {
  type: 'action:request';
  payload: {
    /** UUID v4 (OUI-R3). */
    requestId: string;
    surfaceId: string;
    actionId: string;
    params: Record<string, unknown>;
    timestamp: number;
    /** OUI-E9. */
    turnId?: string;
    /** OUI-E3. */
    approval?: { approvalId: string; argsHash: string };
    /** The `surfacesHash` this client saw last (OUI-E4): when it still holds, the result leaves the list out. */
    knownSurfaces?: string;
  };
}

export interface ResultError {
  code: OuiErrorCode;
  message: string;
  details?: unknown;
}

export interface ActionResultPayload {
  requestId: string;
  success: boolean;
  /** Present on success, or with `interim`. */
  data?: unknown;
  /** Present when and only when `success` is false (OUI-S10). */
  error?: ResultError;
  /** True: the acknowledgement of an async action, or progress of it (OUI-S11). */
  interim?: boolean;
  progress?: unknown;
  /** Milliseconds from request to this result (OUI-S12). */
  durationMs?: number;
  timestamp: number;
  /** Every surface active now (OUI-S13). */
  surfaces?: readonly SurfaceManifest[];
  /** In place of `surfaces` on a connection in index form (OUI-E5). */
  index?: readonly SurfaceIndex[];
  /** OUI-E4. Opaque: equal hashes mean equal lists. */
  surfacesHash?: string;
  observations?: ObservationValues;
  /** False: the client's deadline passed before the UI had settled. */
  settled?: boolean;
  /** OUI-E7: what was cut to keep the result within its budget. */
  fit?: FitReport;
  /** OUI-E8: the whole was refused, and this was left out. */
  delivery?: { trimmed: true; reason: string; omitted: readonly string[] };
}

/** One thing that was cut (OUI-E7). */
export interface FitCut {
  /** RFC 6901, from the payload of the result or from the snapshot: `/data/rows`. */
  path: string;
  /** A list or a text kept its beginning; a whole value became `null`, or was left out where it is optional. */
  kind: 'list' | 'text' | 'value';
  /** Of a list the items, of a text the UTF-16 units, of a value the bytes of its JSON, before. */
  originalSize: number;
  /** The same, after. */
  keptSize: number;
}

/** OUI-E7: what was cut, in the order of cutting. */
export interface FitReport {
  /** Bytes of UTF-8 JSON: what was allowed, and what the whole would have taken. */
  budgetBytes: number;
  originalBytes: number;
  cuts: readonly FitCut[];
}

/** `{[surfaceId]: {[observationId]: value}}` */
export type ObservationValues = Record<string, Record<string, unknown>>;

export interface ActionResult {
  type: 'action:result';
  payload: ActionResultPayload;
}

export interface ObservationUpdate {
  type: 'observation:update';
  payload: { surfaceId: string; observationId: string; value: unknown; timestamp: number };
}

export interface ObservationRequest {
  type: 'observation:request';
  payload: { surfaceId: string; observationId: string; requestId: string; timestamp: number };
}

export type OuiMessage =
  SurfaceRegister | SurfaceDeregister | ActionRequest | ActionResult | ObservationUpdate | ObservationRequest;

/** What the page's side sends. */
export type SurfaceMessage = SurfaceRegister | SurfaceDeregister | ActionResult | ObservationUpdate;
/** What the agent's side sends. */
export type RuntimeMessage = ActionRequest | ObservationRequest;

/** Every surface active now and its observations (OUI-S22). Exactly one of `surfaces` and `index` is there (OUI-E5). */
export interface OuiSnapshot {
  surfaces?: readonly SurfaceManifest[];
  index?: readonly SurfaceIndex[];
  /** OUI-E4. */
  surfacesHash?: string;
  /** OUI-E7. */
  fit?: FitReport;
  observations: ObservationValues;
  /** The specification this end implements (OUI-T9). */
  specVersion: string;
}

/** A snapshot with every definition. */
export type WholeSnapshot = OuiSnapshot & { surfaces: readonly SurfaceManifest[] };

const TEXT_FIELDS: Record<OuiMessage['type'], readonly string[]> = {
  'surface:register': [],
  'surface:deregister': ['surfaceId'],
  'action:request': ['requestId', 'surfaceId', 'actionId'],
  'action:result': ['requestId'],
  'observation:update': ['surfaceId', 'observationId'],
  'observation:request': ['surfaceId', 'observationId', 'requestId'],
};

/**
 * What is wrong with a message that claims one of the six types, in a sentence; `undefined` when nothing is,
 * or when its type is not one of ours (OUI-T3 ignores those in silence). Unknown fields are fine (OUI-E11).
 */
export function messageFault(message: unknown): string | undefined {
  const { type, payload } = isJsonObject(message) ? message : {};
  if (typeof type !== 'string') return 'a message must be an object {type, payload}';
  if (!isOuiType(type)) return undefined;
  if (!isJsonObject(payload)) return `${type}: payload must be an object`;
  const missing = TEXT_FIELDS[type].find((field) => !isId(payload[field]));
  if (missing) return `${type}: payload.${missing} must be a text of 1–${MAX_ID} characters`;
  if (type === 'surface:register' && !isJsonObject(payload['surface']))
    return `${type}: payload.surface must be a manifest`;
  if (type === 'action:request' && !isJsonObject(payload['params']))
    return `${type}: payload.params must be an object`;
  if (type === 'action:result' && typeof payload['success'] !== 'boolean')
    return `${type}: payload.success must be true or false`;
  return undefined;
}

/** Characters of an id: what is answered is remembered by it. */
export const MAX_ID = 256;

/** Peers' ids may have any characters (OUI-E11), but none may reach a prototype when it becomes a key. */
function isId(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID && value !== '__proto__';
}

export function isOuiType(type: string): type is OuiMessage['type'] {
  return Object.hasOwn(TEXT_FIELDS, type);
}
