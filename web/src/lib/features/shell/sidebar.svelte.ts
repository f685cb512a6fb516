/**
 * Whether the sidebar is seen: beside the page where there is room, unless it was collapsed, which is remembered; else a
 * drawer over the page, closed to begin with.
 */
import { MediaQuery } from 'svelte/reactivity';
import { readRemembered, remember } from '../../remembered.ts';
import { overlay } from './overlay.svelte.ts';

const storageKey = 'wherefore.sidebar';
const roomy = new MediaQuery('min-width: 60rem');
let collapsed = $state(readRemembered(storageKey) === 'collapsed');

export const sidebar = {
  /** Beside the page, not over it. */
  get beside(): boolean {
    return roomy.current;
  },
  get open(): boolean {
    return roomy.current ? !collapsed : overlay.current === 'drawer';
  },
  toggle(): void {
    if (!roomy.current) return overlay.toggle('drawer');
    collapsed = !collapsed;
    remember(storageKey, collapsed ? 'collapsed' : 'open');
  },
};
