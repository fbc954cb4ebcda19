import { expect, html } from '@open-wc/testing';
import { isNativeTool } from 'oui-elements/components/oui-action';
import { formPage } from './form-page.js';

describe('isNativeTool', () => {
  it('forms 1.3.8 a form that the browser offers itself is known, where it does', async () => {
    const { action, form } = await formPage(html`<input name="a" maxlength="9" />`);
    const had = Object.getOwnPropertyDescriptor(document, 'modelContext');
    const native = (on: boolean) =>
      Object.defineProperty(document, 'modelContext', { value: on ? {} : undefined, configurable: true });
    native(true);
    expect(isNativeTool(action)).to.be.false;
    form.setAttribute('toolname', 'send_it');
    expect(isNativeTool(action)).to.be.false;
    form.setAttribute('tooldescription', '');
    expect(isNativeTool(action)).to.be.true;
    form.setAttribute('toolname', 'Send it');
    expect(isNativeTool(action)).to.be.false;
    form.setAttribute('toolname', 'send_it');
    native(false);
    expect(isNativeTool(action)).to.be.false;
    if (had) Object.defineProperty(document, 'modelContext', had);
    else Reflect.deleteProperty(document, 'modelContext');
  });
});
