import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = 'http://127.0.0.1:8000';
const PUBLIC = ['/icon.svg', '/manifest.webmanifest']; // beside what is built

/** What a table has and home has not, and what neither shows at first. */
const AT_TABLE = /src.(table.|sheet.(options|meant|inWords|beside|refusal|InTheWay|LitSections|SectionLetters|SheetWords|Surface|Worth|Targets|Cheer))/;
const LATER =
  /src.(rule|replay|review|editor|boards|count|conduct|practise|lib.(asking|again)|ui.(Share|Invite|ThemeChoice|Head|Picture)\.|table.(Rating|Standings|again|Headline|whatIf|WhatIf)\.)/;

type Built = Record<string, { type: string; code?: string; source?: unknown }>;

/** The service worker knows the names of all that was built, and a version made from them: another build is another worker. */
function worker() {
  return {
    name: 'terminus-worker',
    apply: 'build' as const,
    buildStart(this: { emitFile(file: { type: 'chunk'; id: string; fileName: string }): string }) {
      this.emitFile({ type: 'chunk', id: './worker/worker.js', fileName: 'worker.js' });
    },
    generateBundle: {
      order: 'post' as const,
      async handler(_: unknown, built: Built) {
        const files = Object.keys(built).filter((name) => name.startsWith('assets/')).sort();
        const made = built['worker.js'];
        if (!made) return;
        const all = [...files, String(built['index.html']?.source), made.code].join('\n');
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(all)));
        const version = [...digest.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        const names = JSON.stringify([...files.map((name) => `/${name}`), ...PUBLIC]);
        made.code = `const VERSION = '${version}';\nconst FILES = ${names};\n${made.code}`;
      },
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), worker()],
  resolve: mode === 'test' ? { conditions: ['browser'] } : {}, // Node would take Svelte's half for servers
  build: {
    outDir: '../src/terminus/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's policy allows files, not inlined fonts
    target: 'es2022',
    cssCodeSplit: true, // what only later pages show comes with them
    // What several pages need is one file: twenty small ones would cost more in heads than they hold. What home does without
    // comes with the table, and what only later pages share with those.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', priority: 2, minShareCount: 2, test: (id: string) => /src|node_modules/.test(id) && !AT_TABLE.test(id) && !LATER.test(id) },
            { name: 'seat', priority: 1, minShareCount: 2, test: (id: string) => AT_TABLE.test(id) && !LATER.test(id) },
          ],
        },
      },
    },
  },
  // `npm run dev` shows the page from its sources and takes the rest from a running `terminus serve`.
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['tests/*.test.ts'], environment: './tests/environment.ts' },
}));
