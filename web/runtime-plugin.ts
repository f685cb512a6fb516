/**
 * Leaves out of the browser's files what SvelteKit brings for apps of another kind. Every page loads its runtime first, so it must be
 * small. The dev server runs it unchanged.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * SvelteKit's runtime. Its entries stay files of their own, because the first of them sets what the others read when they are loaded: if
 * that comes too late, the app takes itself for outdated and loads an unknown address again and again.
 */
export const kitRuntime =
  /\/@sveltejs\/kit\/(?!.*\/(?:client-entry|entry|payload)\.js)|\/web\/plain-data\.ts/;

/** What every page needs of Svelte, with the function that loads the other files. */
export const svelteRuntime = /\/node_modules\/(?:svelte|esm-env|clsx)\/|vite\/preload-helper/;

/** The parts of Svelte that neither the landing page nor the frame of every page uses. */
export const rareSvelte =
  /\/svelte\/src\/(?:reactivity\/(?:map|set|media-query|reactive-value)\.js|internal\/client\/dom\/(?:blocks\/(?:html|svelte-element)|elements\/(?:actions|bindings\/size))\.js|internal\/shared\/clone\.js)/;

const plainData = fileURLToPath(new URL('plain-data.ts', import.meta.url));

/** Replaces `devalue`, SvelteKit's serializer, by `plain-data.ts` in the files for browsers. */
export function runtimePlugin(): Plugin {
  return {
    name: 'runtime',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      return id === 'devalue' && this.environment.name === 'client' ? plainData : undefined;
    },
  };
}
