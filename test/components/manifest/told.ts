import type { Scene } from './scene.js';

/** A question of a teammate, with parameters that can be edited. */
export const question = (fields: object, payload: object = {}) => ({
  type: 'action.required',
  actionId: 'q',
  ...fields,
  payload: {
    actionType: 'tool_approval',
    title: 'Really?',
    input: { path: 'a' },
    decisions: ['approve', 'reject', 'edit'],
    ...payload,
  },
});
const plan = {
  type: 'plan.final',
  partId: 'p',
  payload: { steps: ['read'], requiresDecision: true, actionId: 'q' },
};

/** What every panel that shows questions can show of one; `before` leads to the place of the question. */
export const questions = (
  { after = [], ...scene }: Scene & { after?: readonly object[] },
  fields: object,
  before: readonly string[] = ['unfold'],
): Scene[] =>
  [
    { about: {}, steps: ['press Edit'] },
    {
      about: { actionType: 'plan_decision', planRef: 'plan://1' },
      steps: ['press Add a reason', 'fill', 'press Reject'],
    },
    {
      about: { actionType: 'credential_request', decisions: ['open_settings', 'cancel'] },
      steps: ['press Open settings'],
    },
  ].map(({ about, steps }) => ({
    ...scene,
    events: [...(scene.events ?? []), plan, question(fields, about), ...after],
    steps: [...before, ...steps],
  }));

export const resolved = {
  type: 'action.resolved',
  actionId: 'q',
  payload: { decision: 'approve', resolvedBy: 'user' },
};
export const ended = { type: 'run.finished', payload: { outcome: 'success' } };
export const agent = (agentId: string, payload: object = {}, fields: object = {}) => ({
  type: 'agent.changed',
  agentId,
  ...fields,
  payload: { status: 'running', ...payload },
});
