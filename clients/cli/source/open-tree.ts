/** The tree a ref leads to, as a source. */

import { usageError } from '../command-error.ts';
import { branchOf, commitOf, defaultName } from './git-facts.ts';
import type { Keep } from './open-source.ts';
import type { LeftOut, PackSource } from './pack-source.ts';
import { listTree, readTree } from './read-tree.ts';

/** @throws CommandError when there is no such ref, or no commit yet. */
export async function openTree(folder: string, ref: string, keep: Keep): Promise<PackSource> {
  const commit = await commitOf(folder, ref);
  if (commit === undefined) {
    const fix = 'List the refs with `git branch --all` and `git tag`.';
    throw usageError(`There is no ref "${ref}" with a commit in ${folder}.`, fix);
  }
  const leftOut: LeftOut[] = [];
  const files = (await listTree(folder, commit, leftOut)).filter((file) => keep(file.path));
  return {
    defaultName: await defaultName(folder),
    ref: ref === 'HEAD' ? await branchOf(folder) : ref,
    commit,
    git: { folder, tip: commit, prefix: '', isWorkTree: false },
    description: `the tree of ${ref} at ${commit.slice(0, 12)}`,
    notes: [],
    total: files.length,
    leftOut,
    entries: () => readTree(folder, files),
  };
}
