import { html, nothing, type TemplateResult } from 'lit';
import { html as withTag } from 'lit/static-html.js';
import type { AnySchema } from '../../src/base/json-schema/validate.js';
import { isJsonObject } from '../../src/base/json.js';
import { REDACTED } from '../../src/base/redact.js';
import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';
import type { Wording } from './localize.js';
import type { ApprovalDesk } from './approval-desk.js';
import { diffView, isDiff } from './diff-view.js';
import { parameterList } from './parameter-list.js';
import { inferSchema } from './schema-form/infer-schema.js';
import type { SchemaForm } from './schema-form/schema-form.js';
import { fullText } from './value-text.js';

/** What it will touch: every parameter, whole (OUI-R5), or a form to edit them. */
export function approvalInput(approval: ApprovalView, desk: ApprovalDesk, wording: Wording): unknown {
  const { editing, edited } = desk.card(approval.actionId);
  if (!editing && edited === undefined) return parameters(approval.input, approval, wording);
  // The form stays through the second step: its way back must not lose what was written.
  const label = wording.t('approval.parameters');
  return html`${editing ? nothing : parameters(edited, approval, wording)}
  ${form(approval, desk, { schema: editSchema(approval), value: approval.input, label, marksChanges: true, hidden: !editing })}`;
}

/** Where the answer is written: in words, or in a form where the question says what it wants (W15). */
export function answerForm(approval: ApprovalView, desk: ApprovalDesk, { t }: Wording): unknown {
  const schema = answerSchema(approval);
  return schema ? form(approval, desk, { schema, label: t('approval.answer') }) : nothing;
}

/** The shape of the answer that is asked for, when that is more than a text. */
export function answerSchema({ schema, decisions }: ApprovalView): AnySchema | undefined {
  if (!decisions.includes('answer') || !isJsonObject(schema)) return undefined;
  return schema['type'] === 'string' && schema['enum'] === undefined ? undefined : schema;
}

/**
 * Whether the parameters can be edited here. Where a part of them was hidden from the page, what would be sent
 * is not what the person edited.
 */
export function isEditable({ input }: ApprovalView): boolean {
  return isJsonObject(input) && Object.keys(input).length > 0 && !fullText(input).includes(REDACTED);
}

/** The form of the card in which `target` is. */
export function formOf(target: EventTarget | null): SchemaForm | null | undefined {
  return (target as Element | null)?.closest('.card')?.querySelector<SchemaForm>('.edit-form');
}

interface FormLook {
  schema: AnySchema;
  value?: unknown;
  label: string;
  marksChanges?: boolean;
  hidden?: boolean;
}

function form(
  approval: ApprovalView,
  desk: ApprovalDesk,
  { schema, value, label, marksChanges = false, hidden = false }: FormLook,
): TemplateResult {
  const tag = desk.formTag;
  return withTag`<${tag}
    class="edit-form"
    part="approval-form"
    .schema=${schema}
    .value=${value}
    .label=${label}
    ?marks-changes=${marksChanges}
    ?disabled=${desk.isBusy(approval)}
    ?hidden=${hidden}
  ></${tag}>`;
}

/** What the asker says of the parameters, else what they are. */
function editSchema({ schema, input }: ApprovalView): AnySchema {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  const edited = isJsonObject(properties) ? properties['editedArgs'] : undefined;
  if (!isJsonObject(schema) || !isJsonObject(edited) || !isJsonObject(edited['properties']))
    return inferSchema(input);
  return { ...edited, $defs: schema['$defs'], definitions: schema['definitions'] };
}

/** A shape nobody knows is shown as it came. */
function parameters(input: unknown, approval: ApprovalView, wording: Wording): unknown {
  const { t } = wording;
  if (isJsonObject(input) && Object.keys(input).length > 0) {
    // A change is read line by line before anything is applied.
    const members = Object.entries(input);
    const rest = members.filter((member) => !isChange(member));
    return html`${rest.length > 0 ? parameterList(Object.fromEntries(rest), t('approval.parameters')) : nothing}
    ${members.filter(isChange).map(([, value]) => diffView(value as string, wording))}`;
  }
  const raw = input !== undefined && !isJsonObject(input) ? input : undefined;
  // Nobody told what kind of question this is: show what there is, rather than nothing.
  const unknown = approval.actionType === 'unknown' ? approval.schema : undefined;
  if (raw === undefined && unknown === undefined) return nothing;
  return html`<pre class="raw" tabindex="0" role="group" aria-label=${t('approval.parameters')} dir="ltr">
${fullText(raw ?? unknown)}</pre>`;
}

function isChange([, value]: [string, unknown]): boolean {
  return typeof value === 'string' && isDiff(value);
}
