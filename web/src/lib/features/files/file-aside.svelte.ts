/**
 * The panel next to a file: whether it is open, and its tab. In a wide window it is open unless the user closed it, which is
 * remembered. In a narrow window it is a drawer, which is initially closed.
 */
import { MediaQuery } from 'svelte/reactivity';
import { readRemembered, remember } from '../../remembered.ts';

const asideTabs = ['outline', 'references', 'history'] as const;

export type AsideTab = (typeof asideTabs)[number];

interface FileAsideState {
  readonly isDrawer: boolean;
  isOpen: boolean;
  tab: AsideTab;
  /** Opens the panel at a tab. */
  readonly show: (tab: AsideTab) => void;
  readonly toggleOutline: () => void;
}

const storageKey = 'wherefore.outline';
const wideWindow = new MediaQuery('min-width: 75rem');
let isClosed = $state(readRemembered(storageKey) === 'closed');

/** Call it once for each file page. */
export function createFileAside(): FileAsideState {
  let isDrawerOpen = $state(false);
  let tab = $state<AsideTab>('outline');
  const aside: FileAsideState = {
    get isDrawer() {
      return !wideWindow.current;
    },
    get isOpen() {
      return wideWindow.current ? !isClosed : isDrawerOpen;
    },
    set isOpen(open) {
      if (!wideWindow.current) isDrawerOpen = open;
      else {
        isClosed = !open;
        remember(storageKey, open ? 'open' : 'closed');
      }
    },
    get tab() {
      return tab;
    },
    set tab(next) {
      tab = next;
    },
    show(next) {
      tab = next;
      aside.isOpen = true;
    },
    toggleOutline() {
      aside.isOpen = !aside.isOpen;
      if (aside.isOpen) tab = 'outline';
    },
  };
  return aside;
}

export function readAsideTab(value: string): AsideTab {
  return asideTabs.find((tab) => tab === value) ?? 'outline';
}
