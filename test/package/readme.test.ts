import { expect } from 'chai';
import { read, servedBundle } from './package-root.js';
import { openStaticPage, type StaticPage } from './static-page.js';

/** The code of the README's first block in a language. */
const block = (language: string, containing: string) => {
  const blocks = [...read('README.md').matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  return blocks.find(([, lang, code]) => lang === language && code.includes(containing))![2];
};

describe('the README', () => {
  let opened: StaticPage;

  before(async () => {
    opened = await openStaticPage({
      '/': ['text/html', block('html', 'guest-list')],
      ...servedBundle('oui-elements', ''),
    });
  });

  after(() => opened.close());

  it('its first page works, typed as it stands', async () => {
    // Nobody types into a console before that.
    await opened.page.waitForSelector('oui-surface:state(active)');
    // The console's lines, each of which shows its value there.
    const lines = block('js', "import('./oui-elements.js')")
      .replace('agent.tools();', 'const tools = agent.tools();')
      .replace(
        "await agent.invoke('guest-list', 'add_guest', { name",
        "const added = await agent.invoke('guest-list', 'add_guest', { name",
      )
      .replace(
        "await agent.invoke('guest-list', 'add_guest', {})",
        "const refused = await agent.invoke('guest-list', 'add_guest', {})",
      )
      .replace('agent.observations;', 'const observations = agent.observations;');
    const result = (await opened.page.evaluate(
      `(async () => { ${lines}; return { tools, added, refused, observations } })()`,
    )) as {
      tools: { name: string; description: string }[];
      added: { success: boolean };
      refused: { error: { code: string; details: { field: string }[] } };
      observations: unknown;
    };
    expect(result.tools[0]).to.deep.include({
      name: 'guest-list_add_guest',
      description: 'Puts a person on the guest list.',
    });
    expect(result.added.success).to.equal(true);
    expect(result.refused.error.code).to.equal('VALIDATION_ERROR');
    expect(JSON.stringify(result.refused.error.details)).to.contain('name');
    expect(result.observations).to.deep.equal({ 'guest-list': { guests: 'Ada' } });
    expect(opened.output.filter((line) => line.startsWith('uncaught'))).to.deep.equal([]);
  });
});
