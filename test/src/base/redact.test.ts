import { expect } from 'chai';
import { isSecretKey, redact, redactText } from '../../../src/base/redact.js';

describe('redaction', () => {
  it('N-013 OUI-X2 hides members with a secret’s name at every depth, and credentials by their shape', () => {
    expect(
      redact({
        user: 'ada',
        password: 'p',
        nested: [{ api_key: 'k', accessToken: 't', note: 'use sk-live-12345678 today' }],
        header: 'Bearer abcdefghijkl',
      }),
    ).to.deep.equal({
      user: 'ada',
      password: '[redacted]',
      nested: [{ api_key: '[redacted]', accessToken: '[redacted]', note: 'use [redacted] today' }],
      header: '[redacted]',
    });
  });

  it('N-013 counts of tokens and ordinary words are no secrets', () => {
    for (const key of [
      'maxTokens',
      'inputTokens',
      'total_tokens',
      'author',
      'keyboard',
      'passenger',
      'pin',
    ]) {
      expect(isSecretKey(key), key).to.equal(false);
    }
    expect(redactText('a task-list about skills')).to.equal('a task-list about skills');
  });

  it('R12 what could reach a prototype is left out', () => {
    const redacted = redact(
      JSON.parse('{"a":1,"__proto__":{"polluted":true},"constructor":{"x":1}}'),
    ) as object;
    expect(Object.keys(redacted)).to.deep.equal(['a']);
    expect('polluted' in redacted).to.equal(false);
  });
});
