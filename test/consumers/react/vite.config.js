import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { server } from '../vite-agent.js';

export default defineConfig({ plugins: [react()], server });
