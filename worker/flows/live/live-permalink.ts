/** Opens lines at the host, pinned to their commit: what was fetched for a question is kept for a while only, and may be gone here. */

import type { LiveSource } from '../../core/source.ts';

/** Prose is shown set there unless its text is asked for, and set prose has no lines. */
const isShownSet = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|org|textile)$/i;

export function livePermalink(
  { owner, name }: LiveSource,
  commit: string,
  span: { readonly path: string; readonly startLine: number; readonly endLine: number },
): string {
  const path = span.path.split('/').map(encodeURIComponent).join('/');
  const lines =
    span.startLine === span.endLine ? `L${span.startLine}` : `L${span.startLine}-L${span.endLine}`;
  const plain = isShownSet.test(span.path) ? '?plain=1' : '';
  return `https://github.com/${owner}/${name}/blob/${commit}/${path}${plain}#${lines}`;
}
