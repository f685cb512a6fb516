/** Whether what stands beside a file is shown: where there is room unless it was closed, which is remembered; else when asked for. */
import { MediaQuery } from 'svelte/reactivity';
import { readRemembered, remember } from '../../remembered.ts';

const storageKey = 'wherefore.outline';
const roomy = new MediaQuery('min-width: 75rem');
let closed = $state(readRemembered(storageKey) === 'closed');

interface FileAsideShown {
  readonly isDrawer: boolean;
  isOpen: boolean;
}

/** Call it for each page of a file: a drawer is closed to begin with. */
export function createFileAsideShown(): FileAsideShown {
  let drawn = $state(false);
  return {
    get isDrawer() {
      return !roomy.current;
    },
    get isOpen() {
      return roomy.current ? !closed : drawn;
    },
    set isOpen(open) {
      if (!roomy.current) drawn = open;
      else {
        closed = !open;
        remember(storageKey, open ? 'open' : 'closed');
      }
    },
  };
}
