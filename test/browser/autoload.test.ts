import { expect, fixture, html } from '@open-wc/testing';
import { autoload } from 'oui-elements/autoload';
import { registerLocale } from 'oui-elements';
import { drawn, textOf, until } from '../components/scripted-session.js';

const defined = (tag: string) => until(() => customElements.get(tag));

describe('oui-elements/autoload', () => {
  it('api 4 registers a tag when it appears, and no other', async () => {
    expect(customElements.get('agent-approvals')).to.equal(undefined);
    const element = await fixture(html`<agent-approvals lang="en"></agent-approvals>`);
    await defined('agent-approvals');
    await drawn();
    expect(textOf(element.shadowRoot as unknown as Element)).not.to.equal('');
    expect(customElements.get('agent-timeline')).to.equal(undefined);
  });

  it('api 4 finds what is deep in something that is added, and leaves other tags alone', async () => {
    const box = document.createElement('div');
    box.innerHTML = '<section><x-unknown></x-unknown><oui-observation></oui-observation></section>';
    document.body.append(box);
    await defined('oui-observation');
    expect(customElements.get('x-unknown')).to.equal(undefined);
    box.remove();
  });

  it('api 4 looks into a shadow root that it is given, until it is told to end', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const root = host.attachShadow({ mode: 'open' });
    root.append(document.createElement('agent-tool-rows'));
    await drawn();
    expect(customElements.get('agent-tool-rows'), 'nobody told of it').to.equal(undefined);
    const end = autoload(root);
    await defined('agent-tool-rows');
    end();
    root.append(document.createElement('agent-session-tabs'));
    await drawn();
    expect(customElements.get('agent-session-tabs')).to.equal(undefined);
  });

  it('workbench-ux 中文 is fetched when somebody speaks it, and what a page has reworded stays so', async () => {
    registerLocale('zh', { 'approval.empty': '没有了' });
    const box = await fixture(
      html`<div lang="zh-CN">
        <agent-approvals></agent-approvals><agent-task-capsule></agent-task-capsule>
      </div>`,
    );
    const [approvals, capsules] = [...box.children].map(
      (child) => () => child.shadowRoot?.textContent?.trim() ?? '',
    );
    await until(() => /[\u4e00-\u9fff]/.test(capsules!()));
    expect(approvals!()).to.equal('没有了');
  });
});
