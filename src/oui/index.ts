export { setDevWarnings } from '#dev-warning';
export type { Runtime } from '../base/runtime.js';
export { checkManifest } from './manifest/check-manifest.js';
export type { ManifestFault } from './manifest/fault-list.js';
export { matchRoute, routesMatch } from './manifest/match-route.js';
export type { AcceptRule, ConnectionRecord, ConnectOptions } from './bus/connect-options.js';
export {
  SurfaceBus,
  type BusConnection,
  type SnapshotOptions,
  type SurfaceBusOptions,
} from './bus/surface-bus.js';
export type { SurfaceRecord } from './bus/surface-record.js';
export { MountedSurface, type SurfaceState } from './surface/mounted-surface.js';
export type { ActionContext, ActionHandler } from './surface/action-handler.js';
export type { ApprovalGrant, ApprovalQuestion, AskForApproval } from './surface/approval-policy.js';
export type { RegisterOptions } from './surface/register-options.js';
export { argsHash } from './protocol/args-hash.js';
export type { ConfirmationRequest, ConfirmBy } from './protocol/confirmation.js';
export * from './protocol/error-codes.js';
export * from './protocol/invocation-log.js';
export * from './protocol/limits.js';
export * from './protocol/manifest.js';
export * from './protocol/messages.js';
export * from './protocol/page-queries.js';
export * from './protocol/transport.js';
