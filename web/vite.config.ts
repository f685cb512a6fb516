/**
 * Builds the app as static files, which the Worker serves through its assets binding: the landing page and the guides as complete HTML, and
 * the fallback page for all other addresses. All output stays below `web/`. `vite dev` sends API calls to the server in `WHEREFORE_URL`.
 */
import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, type ProxyOptions } from 'vite';
import { chunkCyclePlugin } from './chunk-cycle-plugin.ts';
import { guidePlugin } from './guide-plugin.ts';
import { kitRuntime, rareSvelte, runtimePlugin, svelteRuntime } from './runtime-plugin.ts';

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

const ownModule = /\/(?:web\/src\/lib|worker)\//;

/** The parts of the contract that the landing page uses. `api.ts` exports all parts, so its imports do not tell. */
const landingContract =
  /\/worker\/(?:contract\/(?:request|encode-request|landing-client|.*\/(?:example|list)-client)|core\/answers\/claim)/;

/** The modules that the landing page, the frame of every page and the error page, which is always loaded, import statically. */
let landingModules: ReadonlySet<string> | undefined;

/** Names the chunk of a module of the landing page; null for all other modules. */
function nameLandingChunk(
  id: string,
  graph: { readonly getModuleInfo: (id: string) => { readonly importedIds: string[] } | null },
): string | null {
  landingModules ??= listImports(
    ['+layout', '+page', '+error'].map((route) => `${root}/src/routes/${route}.svelte`),
  );
  const isPart = id.includes('/worker/')
    ? landingContract.test(id)
    : ownModule.test(id) && !id.endsWith('/lib/api.ts') && !id.endsWith('/upload-fetch.ts');
  return landingModules.has(id) && isPart ? 'base' : null;

  function listImports(entries: readonly string[]): ReadonlySet<string> {
    const found = new Set(entries);
    for (const entry of found)
      for (const imported of graph.getModuleInfo(entry)?.importedIds ?? []) found.add(imported);
    return found;
  }
}

/** Test runners set NODE_ENV. A build that a test runner starts must equal every other build. */
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

export default defineConfig({
  root,
  plugins: [
    chunkCyclePlugin(),
    guidePlugin(),
    runtimePlugin(),
    sveltekit({
      adapter: adapter({ pages: `${root}/build`, fallback: 'app.html' }),
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
  // Modules that several pages share go into few files, which halves the requests and the load time of a page: what the landing page and the
  // frame of every page need, and the rest. Svelte has a file of its own, and so has SvelteKit's runtime.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Needed by `includeDependenciesRecursively`: the chunk of a page may export more than the page.
          preserveEntrySignatures: 'allow-extension',
          // These modules only define functions and classes. Svelte's package does not say so, hence every page would load them.
          treeshake: { moduleSideEffects: [{ test: rareSvelte, sideEffects: false }] },
          output: {
            codeSplitting: {
              // Only the named modules, not what they import, which other pages may not need.
              includeDependenciesRecursively: false,
              groups: [
                { name: 'rare-svelte', priority: 7, test: rareSvelte },
                { name: 'svelte', priority: 6, test: svelteRuntime },
                { name: 'kit', priority: 4, test: kitRuntime },
                { name: nameLandingChunk, debugName: 'base', priority: 3, minShareCount: 2 },
                { name: 'shared', priority: 1, minShareCount: 3, test: ownModule },
              ],
            },
          },
        },
      },
    },
  },
  server: { proxy: { '/v1': { target: serverUrl, changeOrigin: true, configure: replaceAppOrigin } } },
});
