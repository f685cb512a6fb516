/**
 * Whether the sidebar is open. In a wide window it is next to the page, and its state is remembered. In a narrow window it is a
 * drawer over the page, which is initially closed. Next to a file tree and code, it needs a wider window.
 */
import { page } from '$app/state';
import { createMediaQuery } from '../../media-query.svelte.ts';
import { readRemembered, remember } from '../../remembered.ts';
import { overlay } from './overlay.svelte.ts';

const storageKey = 'wherefore.sidebar';
const wideWindow = createMediaQuery('(min-width: 60rem)', true);
const wideWindowForCode = createMediaQuery('(min-width: 96rem)', true);
let isCollapsed = $state(readRemembered(storageKey) === 'collapsed');

function isInline(): boolean {
  return page.route.id === '/r/[id]/files/[...path]' ? wideWindowForCode.current : wideWindow.current;
}

export const sidebar = {
  /** The sidebar is next to the page, not over it. */
  get isInline(): boolean {
    return isInline();
  },
  get isOpen(): boolean {
    return isInline() ? !isCollapsed : overlay.current === 'drawer';
  },
  toggle(): void {
    if (!isInline()) return overlay.toggle('drawer');
    isCollapsed = !isCollapsed;
    remember(storageKey, isCollapsed ? 'collapsed' : 'open');
  },
};
