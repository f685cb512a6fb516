/**
 * The theme of the app: light, dark or the system's. The user's choice is stored, and every open tab applies it.
 * `static/theme.js` applies it before the first paint.
 */
import { createMediaQuery } from './media-query.svelte.ts';
import { readRemembered, remember } from './remembered.ts';

export type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';

const storageKey = 'wherefore.theme';
const systemDark = createMediaQuery('(prefers-color-scheme: dark)', false);
let choice = $state<ThemeChoice>(readChoice(readRemembered(storageKey)));

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) apply(readChoice(event.newValue));
  });

export const theme = {
  get choice(): ThemeChoice {
    return choice;
  },
  /** The visible theme. */
  get current(): Theme {
    return choice === 'system' ? (systemDark.current ? 'dark' : 'light') : choice;
  },
  choose(chosen: ThemeChoice): void {
    apply(chosen);
    remember(storageKey, chosen);
  },
  toggle(): void {
    theme.choose(theme.current === 'dark' ? 'light' : 'dark');
  },
};

function apply(chosen: ThemeChoice): void {
  choice = chosen;
  const { dataset, style } = document.documentElement;
  if (chosen === 'system') delete dataset['theme'];
  else dataset['theme'] = chosen;
  style.colorScheme = chosen === 'system' ? '' : chosen;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const systemScheme = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = meta.dataset[chosen === 'system' ? systemScheme : chosen] ?? '';
  }
}

function readChoice(stored: string | null): ThemeChoice {
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
