import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { server } from '../vite-agent.js';

export default defineConfig({ plugins: [svelte()], server });
