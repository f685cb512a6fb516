/**
 * The tree of a commit as a source to index, or what lies below one folder of it. A clone may lack some of its largest
 * objects: such files are left out and counted, where `openTree` would refuse the whole.
 */

import { splitRecords, startGit } from '../../clients/cli/source/run-git.ts';
import { listTree, readTree } from '../../clients/cli/source/read-tree.ts';
import type { TreeFile } from '../../clients/cli/source/read-tree.ts';
import type { SkippedEntry, PackSource } from '../../clients/cli/source/pack-source.ts';
import { nameOfClone } from './find-clone.ts';
import type { Clone } from './find-clone.ts';

interface CommitTree {
  readonly files: readonly TreeFile[];
  readonly leftOut: SkippedEntry[];
}

/** @param root a folder of the repository; paths stay as they are. */
export async function listCommit({ folder, commit }: Clone, root: string | undefined): Promise<CommitTree> {
  const leftOut: SkippedEntry[] = [];
  const below = root === undefined || root === '.' ? '' : `${root.replace(/\/+$/, '')}/`;
  const all = (await listTree(folder, commit, leftOut)).filter(({ path }) => path.startsWith(below));
  const missing = await missingObjects(folder, all);
  for (const { path } of all.filter(({ object }) => missing.has(object)))
    leftOut.push({ path, reason: 'unreadable', detail: 'the clone lacks its content' });
  return { files: all.filter(({ object }) => !missing.has(object)), leftOut };
}

export function sourceOf(clone: Clone, { files, leftOut }: CommitTree): PackSource {
  return {
    defaultName: nameOfClone(clone.folder),
    ref: undefined,
    commit: clone.commit,
    description: `the tree of ${clone.commit.slice(0, 12)}`,
    notes: [],
    total: files.length,
    skipped: leftOut,
    entries: () => readTree(clone.folder, files),
  };
}

async function missingObjects(folder: string, files: readonly TreeFile[]): Promise<Set<string>> {
  const git = startGit(folder, ['cat-file', '--batch-check=%(objectname)']);
  git.stdin.on('error', () => undefined);
  git.stdin.end(files.map(({ object }) => `${object}\n`).join(''));
  const pieces: Buffer[] = [];
  for await (const piece of git.stdout) pieces.push(Buffer.from(piece));
  const lines = splitRecords(Buffer.concat(pieces).toString('latin1').replaceAll('\n', '\0'));
  return new Set(lines.filter((line) => line.endsWith(' missing')).map((line) => line.slice(0, -8)));
}
