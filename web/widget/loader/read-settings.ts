/** Reads the settings of a widget from its attributes and its page. */

import type { WidgetSettings } from '../shared/settings.ts';
import { findVersion } from './find-version.ts';

/** @param server the origin of the server. Its own pages need no key. */
export function readSettings(element: HTMLElement, server: string): WidgetSettings {
  const attribute = (name: string): string | undefined => element.getAttribute(name) ?? undefined;
  const meta = document.querySelector('meta[name="wherefore-version"]');
  return {
    repository: attribute('repository') ?? '',
    // Vue and React keep `key` for themselves.
    key: server === location.origin ? undefined : (attribute('data-key') ?? attribute('key')),
    version: findVersion({
      version: element.getAttribute('version'),
      pattern: element.getAttribute('version-pattern'),
      meta: meta?.getAttribute('content') ?? null,
      path: location.pathname,
    }),
    heading: attribute('heading') ?? 'Ask the documentation',
    placeholder: attribute('placeholder') ?? 'How do I …?',
  };
}
