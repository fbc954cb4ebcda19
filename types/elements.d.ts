// Made by `npm run editor-data` from custom-elements.json.
import type * as library from 'oui-elements';

/** Each tag with its class, the properties that can be set, attributes of other names, and DOM events. */
export interface OuiElements {
  'agent-approvals': {
    element: library.AgentApprovals;
    properties: Partial<Pick<library.AgentApprovals, 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
    };
  };
  'agent-artifact-workspace': {
    element: library.AgentArtifactWorkspace;
    properties: Partial<Pick<library.AgentArtifactWorkspace, 'renderers' | 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-detail-request': library.AgentDetailRequestEvent;
      'agent-edit-request': library.AgentEditRequestEvent;
      'agent-fork-request': library.AgentForkRequestEvent;
      'agent-regenerate-request': library.AgentRegenerateRequestEvent;
      'agent-export-request': library.AgentExportRequestEvent;
      'agent-rollback-request': library.AgentRollbackRequestEvent;
      'agent-review-request': library.AgentReviewRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
      'agent-attach-request': library.AgentAttachRequestEvent;
      'agent-open-request': library.AgentOpenRequestEvent;
    };
  };
  'agent-background-teammates': {
    element: library.AgentBackgroundTeammates;
    properties: Partial<Pick<library.AgentBackgroundTeammates, 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-pause-request': library.AgentPauseRequestEvent;
      'agent-resume-request': library.AgentResumeRequestEvent;
      'agent-stop-request': library.AgentStopRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
    };
  };
  'agent-composer': {
    element: library.AgentComposer;
    properties: Partial<
      Pick<
        library.AgentComposer,
        | 'value'
        | 'name'
        | 'disabled'
        | 'placeholder'
        | 'followUp'
        | 'accept'
        | 'maxFileSize'
        | 'maxFiles'
        | 'modes'
        | 'upload'
        | 'mentions'
        | 'commands'
        | 'session'
        | 'for'
      >
    >;
    attributes: {
      'follow-up'?: 'queue' | 'steer';
      'max-file-size'?: number;
      'max-files'?: number;
    };
    events: {
      'agent-send-request': library.AgentSendRequestEvent;
      'agent-queue-request': library.AgentQueueRequestEvent;
      'agent-steer-request': library.AgentSteerRequestEvent;
      'agent-interrupt-request': library.AgentInterruptRequestEvent;
      'agent-queue-edit-request': library.AgentQueueEditRequestEvent;
      'agent-queue-remove-request': library.AgentQueueRemoveRequestEvent;
      'agent-queue-promote-request': library.AgentQueuePromoteRequestEvent;
      'agent-steer-cancel-request': library.AgentSteerCancelRequestEvent;
      'agent-write-retry-request': library.AgentWriteRetryRequestEvent;
      'agent-write-dismiss-request': library.AgentWriteDismissRequestEvent;
    };
  };
  'agent-conversation': {
    element: library.AgentConversation;
    properties: Partial<
      Pick<
        library.AgentConversation,
        'headingLevel' | 'scrollMode' | 'withoutShortcuts' | 'renderers' | 'session' | 'for'
      >
    >;
    attributes: {
      'scroll-mode'?: string;
      'without-shortcuts'?: boolean;
      'heading-level'?: number;
    };
    events: {
      'agent-retry-request': library.AgentRetryRequestEvent;
      'agent-load-older-request': library.AgentLoadOlderRequestEvent;
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-detail-request': library.AgentDetailRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
    };
  };
  'agent-delegation-graph': {
    element: library.AgentDelegationGraph;
    properties: Partial<Pick<library.AgentDelegationGraph, 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-wait-request': library.AgentWaitRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
      'agent-continue-request': library.AgentContinueRequestEvent;
      'agent-resume-request': library.AgentResumeRequestEvent;
    };
  };
  'agent-diagnostics': {
    element: library.AgentDiagnostics;
    properties: Partial<Pick<library.AgentDiagnostics, 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-log-export-request': library.AgentLogExportRequestEvent;
      'agent-write-retry-request': library.AgentWriteRetryRequestEvent;
      'agent-write-dismiss-request': library.AgentWriteDismissRequestEvent;
      'agent-refresh-request': library.AgentRefreshRequestEvent;
    };
  };
  'agent-handoff-lane': {
    element: library.AgentHandoffLane;
    properties: Partial<Pick<library.AgentHandoffLane, 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-handoff-request': library.AgentHandoffRequestEvent;
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
    };
  };
  'agent-remote-teammates': {
    element: library.AgentRemoteTeammates;
    properties: Partial<Pick<library.AgentRemoteTeammates, 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-continue-request': library.AgentContinueRequestEvent;
      'agent-stop-request': library.AgentStopRequestEvent;
      'agent-resume-request': library.AgentResumeRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
    };
  };
  'agent-review-lane': {
    element: library.AgentReviewLane;
    properties: Partial<Pick<library.AgentReviewLane, 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-verdict-request': library.AgentVerdictRequestEvent;
      'agent-review-request': library.AgentReviewRequestEvent;
      'agent-assign-request': library.AgentAssignRequestEvent;
      'agent-write-retry-request': library.AgentWriteRetryRequestEvent;
      'agent-write-dismiss-request': library.AgentWriteDismissRequestEvent;
      'agent-open-request': library.AgentOpenRequestEvent;
    };
  };
  'agent-run-status': {
    element: library.AgentRunStatus;
    properties: Partial<Pick<library.AgentRunStatus, 'stalledAfter' | 'withoutStop' | 'session' | 'for'>>;
    attributes: {
      'without-stop'?: boolean;
      'stalled-after'?: number;
    };
    events: {
      'agent-interrupt-request': library.AgentInterruptRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
    };
  };
  'agent-session-tabs': {
    element: library.AgentSessionTabs;
    properties: Partial<Pick<library.AgentSessionTabs, 'sessions' | 'orientation' | 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-activate-request': library.AgentActivateRequestEvent;
      'agent-pin-request': library.AgentPinRequestEvent;
      'agent-close-request': library.AgentCloseRequestEvent;
      'agent-restore-request': library.AgentRestoreRequestEvent;
      'agent-archive-request': library.AgentArchiveRequestEvent;
      'agent-load-older-request': library.AgentLoadOlderRequestEvent;
      'agent-refresh-request': library.AgentRefreshRequestEvent;
    };
  };
  'agent-task-capsule': {
    element: library.AgentTaskCapsule;
    properties: Partial<Pick<library.AgentTaskCapsule, 'kinds' | 'max' | 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-interrupt-request': library.AgentInterruptRequestEvent;
      'agent-stop-request': library.AgentStopRequestEvent;
      'agent-resume-request': library.AgentResumeRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
      'agent-queue-edit-request': library.AgentQueueEditRequestEvent;
      'agent-queue-remove-request': library.AgentQueueRemoveRequestEvent;
      'agent-steer-cancel-request': library.AgentSteerCancelRequestEvent;
      'agent-evidence-export-request': library.AgentEvidenceExportRequestEvent;
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
    };
  };
  'agent-team-policy': {
    element: library.AgentTeamPolicy;
    properties: Partial<Pick<library.AgentTeamPolicy, 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-policy-request': library.AgentPolicyRequestEvent;
      'agent-stop-request': library.AgentStopRequestEvent;
      'agent-teammate-close-request': library.AgentTeammateCloseRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
    };
  };
  'agent-team-roster': {
    element: library.AgentTeamRoster;
    properties: Partial<Pick<library.AgentTeamRoster, 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-delegate-request': library.AgentDelegateRequestEvent;
      'agent-continue-request': library.AgentContinueRequestEvent;
      'agent-wait-request': library.AgentWaitRequestEvent;
      'agent-pause-request': library.AgentPauseRequestEvent;
      'agent-resume-request': library.AgentResumeRequestEvent;
      'agent-stop-request': library.AgentStopRequestEvent;
      'agent-teammate-close-request': library.AgentTeammateCloseRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
      'agent-assign-request': library.AgentAssignRequestEvent;
      'agent-review-request': library.AgentReviewRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
    };
  };
  'agent-teammate-transcript': {
    element: library.AgentTeammateTranscript;
    properties: Partial<Pick<library.AgentTeammateTranscript, 'agentId' | 'windowSize' | 'session' | 'for'>>;
    attributes: {
      'agent-id'?: string;
      'window-size'?: number;
    };
    events: {
      'agent-detail-request': library.AgentDetailRequestEvent;
      'agent-continue-request': library.AgentContinueRequestEvent;
      'agent-transcript-close-request': library.AgentTranscriptCloseRequestEvent;
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
    };
  };
  'agent-timeline': {
    element: library.AgentTimeline;
    properties: Partial<Pick<library.AgentTimeline, 'renderers' | 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-load-older-request': library.AgentLoadOlderRequestEvent;
      'agent-detail-request': library.AgentDetailRequestEvent;
      'agent-evidence-export-request': library.AgentEvidenceExportRequestEvent;
      'agent-replay-request': library.AgentReplayRequestEvent;
      'agent-review-request': library.AgentReviewRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
    };
  };
  'agent-tool-rows': {
    element: library.AgentToolRows;
    properties: Partial<Pick<library.AgentToolRows, 'renderers' | 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-detail-request': library.AgentDetailRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
    };
  };
  'agent-work-board': {
    element: library.AgentWorkBoard;
    properties: Partial<Pick<library.AgentWorkBoard, 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-assign-request': library.AgentAssignRequestEvent;
      'agent-open-request': library.AgentOpenRequestEvent;
    };
  };
  'agent-workbench': {
    element: library.AgentWorkbench;
    properties: Partial<
      Pick<
        library.AgentWorkbench,
        | 'src'
        | 'protocol'
        | 'sessionId'
        | 'historyUrl'
        | 'layout'
        | 'density'
        | 'pageTools'
        | 'ouiActivity'
        | 'countInTitle'
        | 'diagnostics'
        | 'withoutShortcuts'
        | 'upload'
        | 'mentions'
        | 'commands'
        | 'modes'
        | 'adapter'
        | 'headers'
        | 'renderers'
        | 'starters'
        | 'sessions'
        | 'session'
      >
    >;
    attributes: {
      'session-id'?: string;
      'history-url'?: string;
      'page-tools'?: boolean;
      'oui-activity'?: boolean;
      'count-in-title'?: boolean;
      'without-shortcuts'?: boolean;
    };
    events: {
      'agent-send-request': library.AgentSendRequestEvent;
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-respond-request': library.AgentRespondRequestEvent;
      'agent-settings-request': library.AgentSettingsRequestEvent;
      'agent-detail-request': library.AgentDetailRequestEvent;
      'agent-edit-request': library.AgentEditRequestEvent;
      'agent-fork-request': library.AgentForkRequestEvent;
      'agent-regenerate-request': library.AgentRegenerateRequestEvent;
      'agent-export-request': library.AgentExportRequestEvent;
      'agent-rollback-request': library.AgentRollbackRequestEvent;
      'agent-review-request': library.AgentReviewRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
      'agent-attach-request': library.AgentAttachRequestEvent;
      'agent-pause-request': library.AgentPauseRequestEvent;
      'agent-resume-request': library.AgentResumeRequestEvent;
      'agent-stop-request': library.AgentStopRequestEvent;
      'agent-queue-request': library.AgentQueueRequestEvent;
      'agent-steer-request': library.AgentSteerRequestEvent;
      'agent-interrupt-request': library.AgentInterruptRequestEvent;
      'agent-queue-edit-request': library.AgentQueueEditRequestEvent;
      'agent-queue-remove-request': library.AgentQueueRemoveRequestEvent;
      'agent-queue-promote-request': library.AgentQueuePromoteRequestEvent;
      'agent-steer-cancel-request': library.AgentSteerCancelRequestEvent;
      'agent-write-retry-request': library.AgentWriteRetryRequestEvent;
      'agent-write-dismiss-request': library.AgentWriteDismissRequestEvent;
      'agent-retry-request': library.AgentRetryRequestEvent;
      'agent-load-older-request': library.AgentLoadOlderRequestEvent;
      'agent-wait-request': library.AgentWaitRequestEvent;
      'agent-continue-request': library.AgentContinueRequestEvent;
      'agent-log-export-request': library.AgentLogExportRequestEvent;
      'agent-refresh-request': library.AgentRefreshRequestEvent;
      'agent-handoff-request': library.AgentHandoffRequestEvent;
      'agent-verdict-request': library.AgentVerdictRequestEvent;
      'agent-assign-request': library.AgentAssignRequestEvent;
      'agent-activate-request': library.AgentActivateRequestEvent;
      'agent-pin-request': library.AgentPinRequestEvent;
      'agent-close-request': library.AgentCloseRequestEvent;
      'agent-restore-request': library.AgentRestoreRequestEvent;
      'agent-archive-request': library.AgentArchiveRequestEvent;
      'agent-evidence-export-request': library.AgentEvidenceExportRequestEvent;
      'agent-policy-request': library.AgentPolicyRequestEvent;
      'agent-teammate-close-request': library.AgentTeammateCloseRequestEvent;
      'agent-delegate-request': library.AgentDelegateRequestEvent;
      'agent-transcript-close-request': library.AgentTranscriptCloseRequestEvent;
      'agent-replay-request': library.AgentReplayRequestEvent;
    };
  };
  'agent-worker-notifications': {
    element: library.AgentWorkerNotifications;
    properties: Partial<Pick<library.AgentWorkerNotifications, 'session' | 'for'>>;
    attributes: {};
    events: {
      'agent-detail-request': library.AgentDetailRequestEvent;
      'agent-open-request': library.AgentOpenRequestEvent;
      'agent-continue-request': library.AgentContinueRequestEvent;
      'agent-work-retry-request': library.AgentWorkRetryRequestEvent;
    };
  };
  'oui-action': {
    element: library.OuiAction;
    properties: Partial<
      Pick<
        library.OuiAction,
        | 'actionId'
        | 'label'
        | 'description'
        | 'usage'
        | 'preconditions'
        | 'estimatedDuration'
        | 'tags'
        | 'effect'
        | 'confirm'
        | 'async'
        | 'disabled'
        | 'for'
        | 'keep'
        | 'defaults'
        | 'submitWith'
        | 'input'
        | 'output'
        | 'handler'
      >
    >;
    attributes: {
      'action-id'?: string;
      'estimated-duration'?: string;
      'submit-with'?: boolean;
    };
    events: {
      'oui-invoke': library.OuiInvokeEvent;
    };
  };
  'oui-confirm': {
    element: library.OuiConfirm;
    properties: Partial<Pick<library.OuiConfirm, 'bus' | 'runtime'>>;
    attributes: {};
    events: {};
  };
  'oui-inspector': {
    element: library.OuiInspector;
    properties: Partial<Pick<library.OuiInspector, 'bus'>>;
    attributes: {};
    events: {};
  };
  'oui-observation': {
    element: library.OuiObservation;
    properties: Partial<
      Pick<
        library.OuiObservation,
        | 'observationId'
        | 'description'
        | 'updateFrequency'
        | 'for'
        | 'property'
        | 'on'
        | 'schema'
        | 'value'
        | 'read'
      >
    >;
    attributes: {
      'observation-id'?: string;
      'update-frequency'?: string;
    };
    events: {};
  };
  'oui-schema-form': {
    element: library.SchemaForm;
    properties: Partial<Pick<library.SchemaForm, 'schema' | 'disabled' | 'marksChanges' | 'label' | 'value'>>;
    attributes: {
      'marks-changes'?: boolean;
    };
    events: {
      'oui-schema-change': library.OuiSchemaChangeEvent;
    };
  };
  'oui-surface': {
    element: library.OuiSurface;
    properties: Partial<
      Pick<
        library.OuiSurface,
        | 'surfaceId'
        | 'name'
        | 'description'
        | 'version'
        | 'routes'
        | 'entityType'
        | 'entityId'
        | 'condition'
        | 'inactive'
        | 'concurrency'
        | 'rateLimit'
        | 'metadata'
        | 'bus'
        | 'manifest'
      >
    >;
    attributes: {
      'surface-id'?: string;
      'entity-type'?: string;
      'entity-id'?: string;
      'rate-limit'?: string;
    };
    events: {
      'oui-surface-change': library.OuiSurfaceChangeEvent;
      'oui-fault': library.OuiFaultEvent;
      'oui-invoke': library.OuiInvokeEvent;
    };
  };
  'oui-transport': {
    element: library.OuiTransport;
    properties: Partial<
      Pick<
        library.OuiTransport,
        | 'type'
        | 'url'
        | 'target'
        | 'targetOrigin'
        | 'confirmBy'
        | 'manifests'
        | 'exposedTo'
        | 'maxNameLength'
        | 'debugging'
        | 'adopt'
        | 'adoptFrom'
        | 'confirm'
        | 'token'
        | 'disabled'
        | 'bus'
      >
    >;
    attributes: {
      'target-origin'?: string;
      'confirm-by'?: string;
      'exposed-to'?: string;
      'max-name-length'?: number;
      'adopt-from'?: string;
    };
    events: {
      'oui-connection-change': library.OuiConnectionChangeEvent;
    };
  };
}
