/**
 * Shows the API reference with Scalar. Everything comes from this origin: Scalar’s fonts, proxy, telemetry, assistant and links to its own
 * services are off.
 */

import '@scalar/api-reference/style.css';
import { createApiReference } from '@scalar/api-reference';
import type { Theme } from '../../theme.svelte.ts';

interface ShownReference {
  setTheme(theme: Theme): void;
  remove(): void;
}

export function showReference(element: HTMLElement, theme: Theme): ShownReference {
  const shown = createApiReference(element, configure(theme));
  return {
    setTheme: (next) => shown.updateConfiguration(configure(next)),
    remove: () => shown.destroy(),
  };
}

function configure(theme: Theme) {
  return {
    url: '/v1/openapi.json',
    baseServerURL: location.origin,
    forceDarkModeState: theme,
    hideDarkModeToggle: true,
    theme: 'none' as const,
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never' as const,
    persistAuth: false,
    // The app uses Ctrl+K.
    searchHotKey: 'i' as const,
    customCss: colors,
  };
}

/** Scalar’s variables, from those of the app. */
const colors = `.light-mode, .dark-mode {
  --scalar-font: inherit;
  --scalar-color-1: var(--ink);
  --scalar-color-2: var(--ink-soft);
  --scalar-color-3: var(--ink-soft);
  --scalar-color-accent: var(--accent);
  --scalar-background-1: var(--page);
  --scalar-background-2: var(--sunken);
  --scalar-background-3: var(--hover);
  --scalar-background-accent: var(--accent-soft);
  --scalar-border-color: var(--line);
  --scalar-color-green: var(--good);
  --scalar-color-red: var(--bad);
  --scalar-color-yellow: var(--warn);
  --scalar-color-orange: var(--warn);
  --scalar-color-blue: var(--accent);
  --scalar-color-purple: var(--accent);
  --scalar-custom-header-height: var(--bar-height);
}`;
