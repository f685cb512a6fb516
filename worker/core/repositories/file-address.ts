/** The address of the page of a file or of its lines. Clients add the origin of the server. */

import { encodePath } from '../text/encode-path.ts';

export interface FileLines {
  readonly repositoryId: string;
  readonly path: string;
  /** Undefined for the newest version. */
  readonly version?: string | undefined;
  /** Lines are 1-based; undefined for the whole file. */
  readonly startLine?: number | undefined;
  /** Default: the first line. */
  readonly endLine?: number | undefined;
}

export function formatFileAddress({
  repositoryId,
  path,
  version,
  startLine,
  endLine = startLine,
}: FileLines): string {
  const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`;
  const lines = startLine === undefined ? '' : `#L${startLine}-L${endLine}`;
  return `/r/${encodeURIComponent(repositoryId)}/files/${encodePath(path)}${query}${lines}`;
}
