/**
 * Light or dark: the system's choice until one is made here, which is remembered. `static/theme.js` applies the
 * remembered one before the first paint.
 */
import { MediaQuery } from 'svelte/reactivity';

export type Theme = 'light' | 'dark';

const storageKey = 'wherefore.theme';
const systemDark = new MediaQuery('prefers-color-scheme: dark');
let chosen = $state<Theme | null>(readChosen());

export const theme = {
  get current(): Theme {
    return chosen ?? (systemDark.current ? 'dark' : 'light');
  },
  toggle(): void {
    chosen = theme.current === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = chosen;
    document.documentElement.style.colorScheme = chosen;
    try {
      localStorage.setItem(storageKey, chosen);
    } catch {
      // Storage is blocked: the choice lasts for this visit.
    }
  },
};

function readChosen(): Theme | null {
  const applied = document.documentElement.dataset['theme'];
  return applied === 'light' || applied === 'dark' ? applied : null;
}
