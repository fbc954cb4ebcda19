import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';
import type { Wording } from './localize.js';

/** One question in plain words. */
export function approvalQuestion(approval: ApprovalView, { t }: Wording): string {
  if (approval.title) return approval.title;
  if (approval.explanation) return approval.explanation;
  return approval.toolName
    ? t('approval.allowTool', { tool: approval.toolName })
    : t('approval.unknownQuestion');
}
