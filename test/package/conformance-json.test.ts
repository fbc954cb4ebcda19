import { expect } from 'chai';
import { annex, lab, SCENARIOS } from 'oui-elements/testing';
import { read } from './package-root.js';

describe('conformance.json', () => {
  it('OUI conformance: the published JSON is the suite, by `npm run conformance`', () => {
    expect(JSON.parse(read('conformance.json'))).to.deep.equal({
      surfaces: [lab, annex],
      scenarios: SCENARIOS,
    });
  });
});
