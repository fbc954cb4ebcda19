import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { server } from '../vite-agent.js';

const isCustomElement = (tag) => /^(?:oui|agent)-/.test(tag);

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
  server,
});
