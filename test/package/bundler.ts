import type { Plugin } from 'rollup';

/** Their types are written for CommonJS, their code is a module. */
type PluginModule = { default: (options?: object) => Plugin };

export { nodeResolve } from '@rollup/plugin-node-resolve';
export const { default: terser } = (await import('@rollup/plugin-terser')) as unknown as PluginModule;
export const { default: commonjs } = (await import('@rollup/plugin-commonjs')) as unknown as PluginModule;
