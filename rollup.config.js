import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';

/** The published modules come from `tsc`; these are the files for a script tag, made from them. */
const bundle = (name) => ({
  input: `dist/components/cdn/${name}.js`,
  output: { file: `cdn/${name}.js`, format: 'es', sourcemap: true, inlineDynamicImports: true },
  plugins: [
    nodeResolve({ browser: true, exportConditions: ['production'] }),
    commonjs(),
    // Pure ASCII: a page without a UTF-8 charset must not break a regular expression (known-failure D).
    terser({ module: true, ecma: 2021, format: { ascii_only: true, comments: false } }),
  ],
});

export default [bundle('oui-elements'), bundle('oui-surface')];
