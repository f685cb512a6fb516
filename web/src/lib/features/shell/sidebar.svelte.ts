/**
 * Whether the sidebar is open. In a wide window it is next to the page, and its state is remembered. In a narrow window it is a
 * drawer over the page, which is initially closed.
 */
import { createMediaQuery } from '../../media-query.svelte.ts';
import { readRemembered, remember } from '../../remembered.ts';
import { overlay } from './overlay.svelte.ts';

const storageKey = 'wherefore.sidebar';
const wideWindow = createMediaQuery('(min-width: 60rem)', true);
let isCollapsed = $state(readRemembered(storageKey) === 'collapsed');

export const sidebar = {
  /** The sidebar is next to the page, not over it. */
  get isInline(): boolean {
    return wideWindow.current;
  },
  get isOpen(): boolean {
    return wideWindow.current ? !isCollapsed : overlay.current === 'drawer';
  },
  toggle(): void {
    if (!wideWindow.current) return overlay.toggle('drawer');
    isCollapsed = !isCollapsed;
    remember(storageKey, isCollapsed ? 'collapsed' : 'open');
  },
};
