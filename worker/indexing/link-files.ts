/**
 * What files say of others to edges: each reference is led to its definition through scope, imports and types, and failing that by
 * its name. Every file of the snapshot is known by its outline, so the edges of one file depend on nothing but the snapshot's
 * files, and the same snapshot always gives the same edges.
 */

import type { FileUses } from '../core/reference.ts';
import type { LinkedFile } from '../ports/graph-store.ts';
import type { SnapshotLayout } from './modules/module-map.ts';

/** @param uses of the files to link, by file id. @returns a linked file for each of them, in the order of ids. */
export async function linkFiles(
  layout: SnapshotLayout,
  uses: ReadonlyMap<number, FileUses>,
): Promise<readonly LinkedFile[]> {
  throw new Error(`not made yet: ${layout.files.length} ${uses.size}`);
}
