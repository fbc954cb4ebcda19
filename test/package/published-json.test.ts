import { expect } from 'chai';
import { PUBLISHED } from '../published-json.js';
import { packageJson, read } from './package-root.js';

describe('JSON for those who do not work in JavaScript', () => {
  for (const [file, content] of Object.entries(PUBLISHED)) {
    it(`OUI conformance: ${file} is what \`npm run conformance\` makes of the code, and is published`, () => {
      expect(JSON.parse(read(file))).to.deep.equal(JSON.parse(JSON.stringify(content)));
      expect(packageJson().exports).to.have.property(`./${file}`, `./${file}`);
      expect(packageJson().files).to.include(file);
    });
  }
});
