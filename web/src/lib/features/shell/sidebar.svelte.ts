/**
 * Whether the sidebar is open. In a wide window it is next to the page, and collapsing it is remembered. In a narrow one
 * it is a drawer over the page, initially closed.
 */
import { MediaQuery } from 'svelte/reactivity';
import { readRemembered, remember } from '../../remembered.ts';
import { overlay } from './overlay.svelte.ts';

const storageKey = 'wherefore.sidebar';
const roomy = new MediaQuery('min-width: 60rem');
let collapsed = $state(readRemembered(storageKey) === 'collapsed');

export const sidebar = {
  /** Next to the page, not over it. */
  get isInline(): boolean {
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
