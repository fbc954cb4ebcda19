import { expect } from 'chai';
import { RateLimiter } from '../../../src/base/rate-limit.js';
import { FakeRuntime } from '../../fake-runtime.js';

describe('RateLimiter', () => {
  it('OUI-S20 admits so many in any window, and says how long to wait', async () => {
    const runtime = new FakeRuntime();
    const limiter = new RateLimiter({ requests: 2, perMs: 100 }, runtime);
    expect(limiter.take()).to.equal(0);
    await runtime.advance(60);
    expect(limiter.take()).to.equal(0);
    expect(limiter.take()).to.equal(40);
    await runtime.advance(39);
    expect(limiter.take()).to.equal(1);
    await runtime.advance(1);
    expect(limiter.take()).to.equal(0);
    // The window slides: the second of the first two still counts.
    expect(limiter.take()).to.equal(60);
  });

  it('OUI-S20 what was refused does not count', async () => {
    const runtime = new FakeRuntime();
    const limiter = new RateLimiter({ requests: 1, perMs: 100 }, runtime);
    limiter.take();
    for (let n = 0; n < 10; n++) {
      await runtime.advance(9);
      expect(limiter.take()).to.be.above(0);
    }
    await runtime.advance(10);
    expect(limiter.take()).to.equal(0);
  });

  it('OUI-S20 can be switched off', () => {
    const limiter = new RateLimiter('off', new FakeRuntime());
    for (let n = 0; n < 1_000; n++) expect(limiter.take()).to.equal(0);
  });
});
