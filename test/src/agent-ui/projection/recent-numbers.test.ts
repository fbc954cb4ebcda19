import { expect } from 'chai';
import fc from 'fast-check';
import { RecentNumbers } from '../../../../src/agent-ui/projection/recent-numbers.js';

describe('RecentNumbers', () => {
  it('R2 within its size it knows what a map knows, and never says what was noted under another number', () => {
    const numbers = fc.array(fc.integer({ min: -40, max: 400 }), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), numbers, (size, noted) => {
        const recent = new RecentNumbers<string>(size);
        const all = new Map<number, string>();
        noted.forEach((number, index) => {
          recent.set(number, `${number} ${index}`);
          all.set(number, `${number} ${index}`);
        });
        const last = noted.slice(-size);
        const [low, high] = [Math.min(...last), Math.max(...last)];
        for (const number of all.keys()) {
          const known = recent.get(number);
          if (known !== undefined) expect(known).to.equal(all.get(number));
        }
        if (high - low < size)
          for (const number of last) expect(recent.get(number)).to.equal(all.get(number));
        expect(recent.numbers().every((number) => all.has(number))).to.equal(true);
      }),
    );
  });
});
