import { expect, fixture, html } from '@open-wc/testing';
import type { AgentApprovals } from 'oui-elements/components/agent-approvals';
import 'oui-elements/define/agent-approvals';
import type { SchemaForm } from '../../../../components/shared/schema-form/schema-form.js';
import { button, control, find, findAll, textOf } from '../../in-shadow.js';
import { drawn, ScriptedSession, until } from '../../scripted-session.js';

const INPUT = { title: 'milk', count: 2, urgent: false };
const SCHEMA = {
  type: 'object',
  properties: {
    editedArgs: {
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 2 },
        count: { type: 'integer' },
        urgent: { type: 'boolean' },
      },
      required: ['title'],
    },
  },
};

async function asked(payload: object) {
  const script = new ScriptedSession();
  const element = await fixture<AgentApprovals>(
    html`<agent-approvals lang="en" .session=${script.session}></agent-approvals>`,
  );
  script.ask('a', { decisions: ['approve', 'reject', 'edit'], input: INPUT, ...payload });
  await drawn();
  return { script, element };
}

/** The form is fetched when it is first drawn. */
async function formIn(element: AgentApprovals): Promise<SchemaForm> {
  const form = find<SchemaForm>(element, 'oui-schema-form');
  await customElements.whenDefined(form.localName);
  await drawn();
  return form;
}

async function write(form: SchemaForm, name: string, value: string): Promise<void> {
  const field = control(form, name);
  field.value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await form.updateComplete;
}

describe('editing what an approval is about', () => {
  it('W15 workbench approvals: parameters are edited in a form and sent with their types', async () => {
    for (const schema of [SCHEMA, undefined]) {
      const { script, element } = await asked({ schema });
      button(element, 'Edit').click();
      await drawn();
      const form = await formIn(element);
      await write(form, 'title', 'oat milk');
      await write(form, 'count', '3');
      expect(findAll(form, '.changed')).to.have.length(2);
      button(element, 'Approve with changes').click();
      await until(() => script.requests.length > 0);
      expect(script.requests[0]).to.deep.include({
        decision: 'edit',
        payload: { title: 'oat milk', count: 3, urgent: false },
      });
    }
  });

  it('W15 what does not fit is said at the field and not sent; going back sends nothing', async () => {
    const { script, element } = await asked({ schema: SCHEMA });
    button(element, 'Edit').click();
    await drawn();
    const form = await formIn(element);
    await write(form, 'title', 'x');
    button(element, 'Approve with changes').click();
    await until(() => findAll(form, '.fault').length > 0);
    expect(textOf(find(form, '.fault'))).to.equal('At least 2 characters are needed.');
    button(element, 'Back').click();
    await drawn();
    expect(script.requests).to.deep.equal([]);
    expect(textOf(find(element, '.parameters'))).to.contain('milk');
  });

  it('workbench approvals: a high risk wants a second step for edited parameters too, and shows them', async () => {
    const { script, element } = await asked({ schema: SCHEMA, severity: 'high' });
    button(element, 'Edit').click();
    await drawn();
    await write(await formIn(element), 'title', 'everything');
    button(element, 'Approve with changes').click();
    await until(() => findAll(element, '.danger').length > 0);
    expect(script.requests).to.deep.equal([]);
    expect(textOf(find(element, '.parameters'))).to.contain('everything');
    button(element, 'Back').click();
    await drawn();
    expect(control(await formIn(element), 'title').value).to.equal('everything');
    button(element, 'Approve with changes').click();
    await until(() => findAll(element, '.danger').length > 0);
    button(element, 'Confirm').click();
    await drawn();
    expect(script.requests[0]).to.deep.include({
      decision: 'edit',
      payload: { ...INPUT, title: 'everything' },
    });
  });

  it('M-006 parameters of which a part is hidden from the page are not edited in it', async () => {
    const { element } = await asked({ input: { title: 'milk', password: 'hunter2' } });
    expect(findAll(element, '[data-decision="edit"]')).to.have.length(0);
  });

  it('W15 a question that says what it wants is answered in a form', async () => {
    const { script, element } = await asked({
      actionType: 'structured_input',
      decisions: ['answer', 'cancel'],
      input: undefined,
      schema: {
        type: 'object',
        properties: { size: { enum: [1, 2] }, when: { type: 'string', format: 'date' } },
        required: ['size'],
      },
    });
    expect(findAll(element, 'textarea')).to.have.length(0);
    const form = await formIn(element);
    await form.updateComplete;
    button(element, 'Send answer').click();
    await until(() => findAll(form, '.fault').length > 0);
    expect(script.requests).to.deep.equal([]);
    control<HTMLInputElement>(form, '2').click();
    await form.updateComplete;
    button(element, 'Send answer').click();
    await until(() => script.requests.length > 0);
    expect(script.requests[0]).to.deep.include({ decision: 'answer', payload: { size: 2 } });
    await expect(element).to.be.accessible();
  });
});
