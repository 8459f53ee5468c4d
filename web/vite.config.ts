import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/terminus/server/page',
    emptyOutDir: true,
    target: 'es2022',
  },
  // `npm run dev` shows the page from its sources and takes the rest from a running `terminus serve`.
  server: { proxy: { '/api': { target: server, ws: true } } },
});
