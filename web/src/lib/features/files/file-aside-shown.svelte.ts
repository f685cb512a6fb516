/** Whether the panel next to a file is open. In a wide window it is open unless the user closed it, which is remembered. In a narrow one it opens on request. */
import { MediaQuery } from 'svelte/reactivity';
import { readRemembered, remember } from '../../remembered.ts';

const storageKey = 'wherefore.outline';
const roomy = new MediaQuery('min-width: 75rem');
let closed = $state(readRemembered(storageKey) === 'closed');

interface FileAsideShown {
  readonly isDrawer: boolean;
  isOpen: boolean;
}

/** Call it for each file page. A drawer is initially closed. */
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
