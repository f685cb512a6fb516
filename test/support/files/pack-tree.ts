/** Packs a tree of files as the archive that a person would upload. */

import type { Tree } from '../workbench/run-jobs.ts';
import { tarEntry, tarGz } from './tar-bytes.ts';

export function packTree(tree: Tree): Promise<Uint8Array> {
  const entries = Object.entries(tree).map(([path, content]) => tarEntry(`tree/${path}`, { content }));
  return tarGz(...entries);
}
