/** Loads the widget into a page of the app, where it needs no key, because the session of the user counts. */

const path = '/widget.js';

export function loadWidget(): void {
  if (document.querySelector(`script[src="${path}"]`) !== null) return;
  const script = document.createElement('script');
  script.src = path;
  document.head.append(script);
}

/** The HTML that a site needs. Ids and keys contain no character with a meaning in HTML. */
export function formatSnippet({
  server,
  repository,
  key,
}: {
  readonly server: string;
  readonly repository: string;
  readonly key: string;
}): string {
  return `<script src="${server}/widget.js" defer></script>\n<wherefore-ask repository="${repository}" key="${key}"></wherefore-ask>`;
}
