import { expect } from 'chai';
import { SerialQueue } from '../../../src/base/serial-queue.js';

describe('SerialQueue', () => {
  function enterAll(queue: SerialQueue, names: string[]) {
    const started: string[] = [];
    const leave = Object.fromEntries(names.map((name) => [name, queue.enter(() => started.push(name))]));
    return { started, leave };
  }

  it('OUI-S19 lets one in at a time, in order of arrival', () => {
    const { started, leave } = enterAll(new SerialQueue(), ['a', 'b', 'c']);
    expect(started).to.deep.equal(['a']);
    leave['a']!();
    leave['a']!();
    expect(started).to.deep.equal(['a', 'b']);
    leave['b']!();
    expect(started).to.deep.equal(['a', 'b', 'c']);
  });

  it('OUI-S19 lets more in where that is allowed, also when it is allowed later', () => {
    const queue = new SerialQueue(2);
    const { started, leave } = enterAll(queue, ['a', 'b', 'c', 'd']);
    expect(started).to.deep.equal(['a', 'b']);
    queue.concurrency = 3;
    leave['a']!();
    expect(started).to.deep.equal(['a', 'b', 'c', 'd']);
  });

  it('OUI-S19 who gives up waiting is passed over', () => {
    const { started, leave } = enterAll(new SerialQueue(), ['a', 'b', 'c']);
    leave['b']!();
    expect(started).to.deep.equal(['a']);
    leave['a']!();
    expect(started).to.deep.equal(['a', 'c']);
  });
});
