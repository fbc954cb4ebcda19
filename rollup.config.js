import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * lit-html makes its Trusted Types policy when it is loaded, and a page may allow that name once. A copy that
 * comes second, and whose elements therefore never render, must not even ask: the policy is made by the first
 * rendering. Where the page's own lit has taken the name, ours is `oui-elements`.
 */
const lazyPolicy = {
  name: 'lazy-trusted-types-policy',
  transform(code, id) {
    if (!id.endsWith('/lit-html/lit-html.js')) return null;
    const eager = /(\w+)\.createPolicy\("lit-html",(\{createHTML:\w+=>\w+\})\)/;
    if (!eager.test(code))
      throw new Error('lit-html makes its policy in another way now; mend rollup.config.js');
    return {
      code: code.replace(
        eager,
        (_, types, rules) =>
          `(()=>{let policy;const make=name=>${types}.createPolicy(name,${rules});` +
          `const first=()=>{try{return make("lit-html")}catch{return make("oui-elements")}};` +
          `return{createHTML:html=>(policy??=first()).createHTML(html)}})()`,
      ),
      map: null,
    };
  },
};

/** One address for development and production: whether warnings are said is decided on the page. */
const warningsOfThisMachine = {
  name: 'warnings-of-this-machine',
  resolveId: (id) => (id === '#dev-warning' ? resolve('dist/src/base/dev-warning.cdn.js') : null),
};

/** What a page may put into `integrity`, for each file: `cdn/integrity.json`. */
const integrity = {
  name: 'integrity',
  writeBundle({ dir }) {
    const files = readdirSync(dir, { recursive: true })
      .filter((file) => file.endsWith('.js'))
      .sort();
    const hash = (file) =>
      createHash('sha384')
        .update(readFileSync(`${dir}/${file}`))
        .digest('base64');
    const hashes = Object.fromEntries(files.map((file) => [file, `sha384-${hash(file)}`]));
    writeFileSync(`${dir}/integrity.json`, `${JSON.stringify(hashes, null, 2)}\n`);
  },
};

/**
 * The published modules come from `tsc`; these are the files for a script tag, made from them. What is needed later
 * is in files of its own, which the bundle finds beside itself, wherever it came from.
 */
const bundle = (name, first = [], more = {}) => ({
  input: { [name]: `dist/components/cdn/${name}.js`, ...more },
  output: {
    dir: 'cdn',
    chunkFileNames: `${name}/[name].js`,
    // The entry waits for parts that import these: they must not be in its own file.
    manualChunks: first.length > 0 ? { first } : undefined,
    format: 'es',
    sourcemap: true,
  },
  plugins: [
    warningsOfThisMachine,
    nodeResolve({ browser: true, exportConditions: ['production'] }),
    commonjs(),
    lazyPolicy,
    // Pure ASCII: a page without a UTF-8 charset must not break a regular expression (known-failure D).
    terser({ module: true, ecma: 2022, format: { ascii_only: true, comments: false } }),
    integrity,
  ],
});

export default [
  bundle('oui-elements', ['dist/components/core.js', 'dist/components/autoload.js'], {
    // A page that has a workbench may name its class, and need not wait for the other file to find that out.
    'oui-elements/workbench': 'dist/components/agent-workbench/agent-workbench.js',
  }),
  bundle('oui-surface'),
  bundle('autoload'),
];
