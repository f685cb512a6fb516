/**
 * Builds the app as static files with one fallback page, which the Worker serves through its assets binding. Everything
 * the build makes stays below `web/`. `WHEREFORE_URL` names the server that `vite dev` sends API calls to.
 */
import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, type ProxyOptions } from 'vite';
import { guidePlugin } from './guide-plugin.ts';

const root = import.meta.dirname;
const server = process.env['WHEREFORE_URL'] ?? 'http://127.0.0.1:8787';

/** The style attributes others write for us: SvelteKit's, which hides what it says to screen readers on a new page, and bits-ui's `display: contents;`. */
const hashesOfStyleAttributes = [
  'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo=',
  'sha256-iaOezIDcQIoxCULa6FBKKuLUu09R7kG+Mlu+JVfU3Rw=',
] as const;

/** The server takes calls from its own pages alone, and our pages are: they get its Origin. A page of another site keeps the one it has. */
const sendAsServer: NonNullable<ProxyOptions['configure']> = (proxy) => {
  proxy.on('proxyReq', (sent, { headers }) => {
    if (headers.origin === `http://${headers.host}`) sent.setHeader('origin', new URL(server).origin);
  });
};

/** A test runner sets NODE_ENV for itself; what it builds must be what everybody else builds. */
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
          'style-src': ['self', 'unsafe-hashes', ...hashesOfStyleAttributes],
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
  // What three pages or more share is one file, not one a component: a page takes half as many requests and half the time. SvelteKit's own
  // runtime stays apart: merged with the rest, its error page is never shown.
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
  server: { proxy: { '/v1': { target: server, changeOrigin: true, configure: sendAsServer } } },
});
