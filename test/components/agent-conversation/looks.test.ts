import { expect, fixture, html } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import type { AgentConversation } from 'oui-elements/components/agent-conversation';
import 'oui-elements/define/agent-conversation';
import { inEveryLook } from '../every-look.js';
import { drawn, find, findAll, ScriptedSession } from '../scripted-session.js';

const RICH = [
  '## Findings[^1]\n\nThe **build** fails in `two` places. See [the docs](https://example.com/a).',
  '- [x] read\n- [ ] tell\n  1. nested\n     - deeper',
  '| Stage | Before | After |\n|:--|--:|:-:|\n| parse | 31 s | 0.8 s |',
  '```ts\nconst answer = "42"; // yes\n```',
  'So $E = mc^2$, and\n\n$$\n\\int_0^1 x^2\n$$',
  '> quoted\n\n![a chart](https://img.invalid/c.png)\n\n---',
  `${'\u4e2d\u6587\u7684\u957f\u53e5\u5b50\u8981\u80fd\u6362\u884c\u3002'.repeat(9)} ${'unbroken'.repeat(30)}`,
  '[^1]: Since version *4*.',
].join('\n\n');

async function page() {
  const script = new ScriptedSession();
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.style.blockSize = '500px';
  const element = document.createElement('agent-conversation') as AgentConversation;
  element.lang = 'en';
  element.session = script.session;
  element.style.blockSize = '100%';
  box.append(element);
  script.start('Why does the build fail?');
  script.emit('reasoning.delta', { partId: 'p' }, { delta: 'Two **steps**.' });
  script.tool('c1');
  script.emit('artifact.created', { artifactId: 'a1' }, { title: 'Report.md', kind: 'document' });
  script.say(RICH);
  script.emit('session.hydrated', { sessionId: 's' }, { stage: 'H2', truncated: true, cursor: 'c' });
  await drawn();
  return { script, element, box };
}

describe('<agent-conversation>: for everybody', () => {
  it('known-failure E axe finds nothing in a rich answer, while it streams and afterwards, in any look', async () => {
    const { script, element } = await page();
    await inEveryLook(element, async () => {
      await drawn();
      await expect(element).to.be.accessible();
    });
    script.emit('text.final', { messageId: 'm' }, {});
    script.emit('run.finished', {}, { outcome: 'success' });
    await drawn();
    await inEveryLook(element, async () => {
      await drawn();
      await expect(element).to.be.accessible();
    });
  });

  it('known-failure E axe finds nothing where turns rest', async () => {
    const { script, element } = await page();
    for (let n = 0; n < 120; n++) {
      const at = { turnId: `t${n}`, runId: `r${n}` };
      script.emit('run.started', at, { userMessage: { id: `u${n}`, text: `Question ${n}` } });
      script.emit('text.final', { ...at, messageId: `m${n}` }, { text: `Answer ${n}` });
      script.emit('run.finished', at, { outcome: 'success' });
    }
    await drawn();
    expect(findAll(element, '.turn[data-state="resting"]').length).to.be.above(20);
    await expect(element).to.be.accessible();
  });

  for (const [what, width, fontSize] of [
    ['at 320 pixels', '320px', ''],
    ['at 390 pixels and 200 % text', '390px', '1.75rem'],
  ] as const) {
    it(`known-failure E nothing is cut off or scrolls sideways ${what}`, async () => {
      const { element, box } = await page();
      box.style.inlineSize = width;
      box.style.setProperty('--agent-font-size', fontSize || '0.875rem');
      for (const dir of ['ltr', 'rtl'] as const) {
        box.dir = dir;
        await drawn();
        const scroller = find(element, '.scroller');
        expect(scroller.scrollWidth).to.be.at.most(scroller.clientWidth);
        const { left, right } = scroller.getBoundingClientRect();
        for (const block of findAll(element, '.answer .chunk > *, .user-text, .tool-line')) {
          const rect = block.getBoundingClientRect();
          expect(rect.left, block.className).to.be.at.least(left - 1);
          expect(rect.right, block.className).to.be.at.most(right + 1);
        }
      }
    });
  }

  it('known-failure E nothing moves for who wants no motion', async () => {
    await emulateMedia({ reducedMotion: 'reduce' });
    const { script, element } = await page();
    script.emit('text.final', { messageId: 'm' }, {});
    await drawn();
    const moving = findAll(element, '*').filter((node) => {
      const { animationName, transitionDuration } = getComputedStyle(node);
      return animationName !== 'none' || parseFloat(transitionDuration) > 0;
    });
    await emulateMedia({ reducedMotion: 'no-preference' });
    expect(findAll(element, '.dots')).to.have.length(1);
    expect(moving.map(({ className }) => className)).to.deep.equal([]);
  });
});
