/** Addresses of files on the host of a repository. They stay valid, because they name a commit. */

import type { SpanPosition } from '../answers/evidence.ts';
import { encodePath } from '../text/encode-path.ts';
import type { HostedLocation } from './source.ts';

/** GitHub renders these formats without line anchors unless `plain=1` is set. */
const isRendered = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|org|textile)$/i;

/** Returns the URL of a file or of its lines on the host, as of a commit. */
export function hostPermalink(
  { owner, name }: HostedLocation,
  commit: string,
  { path, startLine, endLine = startLine }: Pick<SpanPosition, 'path'> & Partial<SpanPosition>,
): string {
  const plain = isRendered.test(path) ? '?plain=1' : '';
  const lines =
    startLine === undefined ? '' : startLine === endLine ? `#L${startLine}` : `#L${startLine}-L${endLine}`;
  return `https://github.com/${owner}/${name}/blob/${commit}/${encodePath(path)}${plain}${lines}`;
}
