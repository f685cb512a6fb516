/**
 * Whether a media query matches, as reactive state. Svelte's own `MediaQuery` comes with its reactive collections, which every page would
 * load.
 */

/** @param fallback the value in a prerendered page */
export function createMediaQuery(query: string, fallback: boolean): { readonly current: boolean } {
  if (typeof window === 'undefined') return { current: fallback };
  const list = matchMedia(query);
  let matches = $state(list.matches);
  list.addEventListener('change', () => (matches = list.matches));
  return {
    get current() {
      return matches;
    },
  };
}
