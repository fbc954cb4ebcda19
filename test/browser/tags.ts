/** Every tag of the library. A test holds this list equal to `custom-elements.json`. */
export const TAGS = [
  'agent-approvals',
  'agent-composer',
  'agent-conversation',
  'agent-diagnostics',
  'agent-run-status',
  'agent-session-tabs',
  'agent-task-capsule',
  'agent-tool-rows',
  'agent-workbench',
  'oui-action',
  'oui-confirm',
  'oui-inspector',
  'oui-observation',
  'oui-schema-form',
  'oui-surface',
  'oui-transport',
] as const;
