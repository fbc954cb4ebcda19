/**
 * Requests that an element only passes on: nothing happens unless a page, or a workbench around it, does what they
 * ask for. Event → the elements that do it by themselves.
 */
export const DONE_BY: Readonly<Record<string, readonly string[]>> = {
  'agent-open-request': ['agent-workbench', 'agent-artifact-workspace', 'agent-teammate-transcript'],
  'agent-archive-request': [],
};

/** Every request of a panel goes through the workbench; these it dispatches or answers by itself. */
export const WORKBENCH_DOES = ['agent-send-request', 'agent-open-request', 'agent-activate-request'];
