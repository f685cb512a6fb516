/**
 * Builds the app as static files with one fallback page, which the Worker serves through its assets binding. All output
 * stays below `web/`. `vite dev` sends API calls to the server in `WHEREFORE_URL`.
 */
import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, type ProxyOptions } from 'vite';
import { guidePlugin } from './guide-plugin.ts';

const root = import.meta.dirname;
const serverUrl = process.env['WHEREFORE_URL'] ?? 'http://127.0.0.1:8787';

/** Hashes of inline styles that libraries write: SvelteKit's route announcer for screen readers, and bits-ui's `display: contents;`. */
const styleAttributeHashes = [
  'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo=',
  'sha256-iaOezIDcQIoxCULa6FBKKuLUu09R7kG+Mlu+JVfU3Rw=',
] as const;

/** The server accepts calls only from its own origin. Calls from the app's pages get that origin. Calls from other sites keep theirs. */
const replaceAppOrigin: NonNullable<ProxyOptions['configure']> = (proxy) => {
  proxy.on('proxyReq', (proxyRequest, { headers }) => {
    if (headers.origin === `http://${headers.host}`)
      proxyRequest.setHeader('origin', new URL(serverUrl).origin);
  });
};

/** Test runners set NODE_ENV. A build that a test runner starts must equal every other build. */
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

export default defineConfig({
  root,
  plugins: [
    guidePlugin(),
    sveltekit({
      adapter: adapter({ pages: `${root}/build`, fallback: 'index.html' }),
      outDir: '.svelte-kit',
      paths: { relative: false },
      csp: {
        mode: 'hash',
        directives: {
          'default-src': ['self'],
          'script-src': ['self'],
          'style-src': ['self', 'unsafe-hashes', ...styleAttributeHashes],
          'img-src': ['self', 'data:'],
          'connect-src': ['self'],
          'worker-src': ['self'],
          'object-src': ['none'],
          'base-uri': ['none'],
          'form-action': ['self'],
        },
      },
      compilerOptions: { runes: true },
    }),
  ],
  worker: { format: 'es' },
  // Components that at least three pages share go into one file, which halves the requests and the load time of a page. SvelteKit's
  // runtime stays separate: if it is merged with the rest, its error page is never shown.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [{ name: 'shared', minShareCount: 3, test: /web\/src\/lib/ }] },
          },
        },
      },
    },
  },
  server: { proxy: { '/v1': { target: serverUrl, changeOrigin: true, configure: replaceAppOrigin } } },
});
