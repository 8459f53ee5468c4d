import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = 'http://127.0.0.1:8000';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  resolve: mode === 'test' ? { conditions: ['browser'] } : {}, // Node would take Svelte's half for servers
  build: {
    outDir: '../src/terminus/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's policy allows files, not inlined fonts
    target: 'es2022',
  },
  // `npm run dev` shows the page from its sources and takes the rest from a running `terminus serve`.
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['tests/*.test.ts'], environment: './tests/environment.ts' },
}));
