import { expect, fixture, html } from '@open-wc/testing';
import type { AgentConversation } from 'oui-elements/components/agent-conversation';
import 'oui-elements/define/agent-conversation';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

/** A transcript 300 px high with more text than that. */
async function page() {
  const script = new ScriptedSession();
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.style.blockSize = '300px';
  const element = document.createElement('agent-conversation') as AgentConversation;
  element.lang = 'en';
  element.session = script.session;
  box.append(element);
  element.style.blockSize = '100%';
  script.start();
  script.say(paragraphs(20));
  await drawn();
  const scroller = find(element, '.scroller');
  expect(scroller.scrollHeight).to.be.above(600);
  return { script, element, scroller, box };
}

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index}\n\n`).join('');
const toEnd = (scroller: Element) => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;

function wheelUp(scroller: Element, by: number): void {
  scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: -by, bubbles: true }));
  scroller.scrollTop -= by;
}

describe('<agent-conversation>: scrolling', () => {
  it('known-failure 13 the end stays in view after every frame, also when tables, images and code arrive', async () => {
    const { script, scroller } = await page();
    const pieces = [
      'word ',
      'word\n\n',
      '| a | b |\n|---|---|\n',
      '| 1 | 2 |\n\n',
      '![x](https://e.invalid/x.png) ',
      '```js\ncode\n',
      '```\n\n',
    ];
    let worst = 0;
    for (let round = 0; round < 300; round++) {
      script.say(pieces[round % pieces.length]!);
      await new Promise(requestAnimationFrame);
      worst = Math.max(worst, toEnd(scroller));
    }
    await drawn();
    expect(worst).to.be.at.most(1);
    expect(toEnd(scroller)).to.be.at.most(1);
  });

  it('known-failure 1 after a scroll up by a pixel 200 deltas move nothing; jumping to the end follows again', async () => {
    const { script, element, scroller } = await page();
    wheelUp(scroller, 1);
    const top = scroller.scrollTop;
    for (let round = 0; round < 200; round++) {
      script.say(`more ${round}\n\n`);
      if (round % 20 === 0) await drawn();
    }
    await drawn();
    expect(scroller.scrollTop).to.be.closeTo(top, 1);
    const jump = find<HTMLButtonElement>(element, '.jump');
    expect(getComputedStyle(jump).visibility).to.equal('visible');
    jump.click();
    expect(toEnd(scroller)).to.be.at.most(1);
    script.say(paragraphs(5));
    await drawn();
    expect(toEnd(scroller)).to.be.at.most(1);
    expect(getComputedStyle(jump).visibility).to.equal('hidden');
  });

  it('known-failure 2 no offset that a person chose is overwritten until they return to the end', async () => {
    const { script, scroller } = await page();
    for (const offset of [300, 120, 0]) {
      scroller.scrollTop = offset;
      await drawn();
      script.say(paragraphs(3));
      await drawn();
      expect(scroller.scrollTop).to.be.closeTo(offset, 1);
    }
    scroller.scrollTop = scroller.scrollHeight - scroller.clientHeight - 10;
    await drawn();
    script.say(paragraphs(3));
    await drawn();
    expect(toEnd(scroller)).to.be.at.most(1);
  });

  it('known-failure 2 what a person reads stays when rows above it in the same turn open or close', async () => {
    const { script, element, scroller } = await page();
    script.tool('c1');
    script.say(paragraphs(30), 'm2');
    await drawn();
    const paragraph = findAll(element, '.answer p').at(-20)!;
    const top = () => paragraph.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    scroller.scrollTop += top() - 40;
    await drawn();
    const before = top();
    find(element, '.tool-line').click();
    await drawn();
    expect(top()).to.be.closeTo(before, 1);
    find(element, '.tool-line').click();
    await drawn();
    expect(top()).to.be.closeTo(before, 1);
  });

  it('known-failure 2 a delta that is drawn before a scroll is told does not take it back', async () => {
    const { script, element, scroller } = await page();
    scroller.scrollTop = 300;
    await drawn();
    for (let round = 0; round < 5; round++) {
      script.say(`more ${round}\n\n`);
      const { scrollTop } = scroller;
      scroller.scrollTop = scrollTop - 20;
      element.requestUpdate();
      await element.updateComplete;
      await drawn();
      expect(scroller.scrollTop).to.be.closeTo(scrollTop - 20, 1);
    }
  });

  it('known-failure 6 when the place for the text shrinks, its end stays in view', async () => {
    const { scroller, box } = await page();
    box.style.blockSize = '180px';
    await drawn();
    expect(toEnd(scroller)).to.be.at.most(1);
  });

  it('known-failure 1 "Jump to latest" counts what is new, and the approvals below the edge', async () => {
    const { script, element, scroller } = await page();
    wheelUp(scroller, 400);
    await drawn();
    script.tool('c1');
    script.ask('a1', {}, { toolCallId: 'c1' });
    script.say('After it', 'm2');
    await drawn();
    expect(textOf(find(element, '.jump'))).to.equal('Jump to latest 2 new 1 approval below');
  });

  it('known-failure 38 a move keeps the place that a person scrolled to', async () => {
    const { element, scroller, box } = await page();
    scroller.scrollTop = 150;
    await drawn();
    const place = document.createElement('div');
    place.style.blockSize = '300px';
    box.after(place);
    place.append(element);
    await drawn();
    expect(scroller.scrollTop).to.be.closeTo(150, 1);
    place.remove();
  });

  it('a person who says something sees it, wherever they were', async () => {
    const { script, element, scroller } = await page();
    wheelUp(scroller, 400);
    script.emit('run.finished', {}, { outcome: 'success' });
    await drawn();
    void script.session.send({ text: 'One more thing' });
    await drawn();
    expect(toEnd(scroller)).to.be.at.most(1);
    expect(textOf(find(element, '.turn:last-of-type .user-message'))).to.contain('One more thing');
  });
});
