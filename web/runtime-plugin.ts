/**
 * Leaves out of the browser's files what SvelteKit brings for apps of another kind. Every page loads its runtime first, so it must be
 * small. The dev server runs it unchanged.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** SvelteKit's runtime, without its entries, which must stay files of their own. */
export const kitRuntime =
  /\/@sveltejs\/kit\/(?!.*\/(?:client-entry|entry|payload)\.js)|\/web\/plain-data\.ts|vite\/preload-helper|rolldown\/runtime/;

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
