/**
 * Opens the tree of a commit, or one folder of it, as a source to index. A clone may lack its largest objects. Such files are skipped and counted,
 * while `openTree` would fail.
 */

import { splitRecords, startGit } from '../../clients/cli/source/run-git.ts';
import { listTree, readTree } from '../../clients/cli/source/read-tree.ts';
import type { TreeFile } from '../../clients/cli/source/read-tree.ts';
import type { SkippedEntry, PackSource } from '../../clients/cli/source/pack-source.ts';
import { readCloneName } from './find-clone.ts';
import type { Clone } from './find-clone.ts';

interface CommitTree {
  readonly files: readonly TreeFile[];
  readonly skipped: SkippedEntry[];
}

/** @param root a folder of the repository; paths stay relative to the repository */
export async function listCommit({ folder, commit }: Clone, root: string | undefined): Promise<CommitTree> {
  const skipped: SkippedEntry[] = [];
  const prefix = root === undefined || root === '.' ? '' : `${root.replace(/\/+$/, '')}/`;
  const listedFiles = (await listTree(folder, commit, skipped)).filter(({ path }) => path.startsWith(prefix));
  const missingObjects = await findMissingObjects(folder, listedFiles);
  for (const { path } of listedFiles.filter(({ object }) => missingObjects.has(object)))
    skipped.push({ path, reason: 'unreadable', detail: 'the clone lacks its content' });
  return { files: listedFiles.filter(({ object }) => !missingObjects.has(object)), skipped };
}

export function createCommitSource(clone: Clone, { files, skipped }: CommitTree): PackSource {
  return {
    defaultName: readCloneName(clone.folder),
    ref: undefined,
    commit: clone.commit,
    description: `the tree of ${clone.commit.slice(0, 12)}`,
    notes: [],
    total: files.length,
    skipped,
    entries: () => readTree(clone.folder, { commit: clone.commit, files, skipped }),
  };
}

async function findMissingObjects(folder: string, files: readonly TreeFile[]): Promise<Set<string>> {
  const git = startGit(folder, ['cat-file', '--batch-check=%(objectname)']);
  git.stdin.on('error', () => undefined);
  git.stdin.end(files.map(({ object }) => `${object}\n`).join(''));
  const pieces: Buffer[] = [];
  for await (const piece of git.stdout) pieces.push(Buffer.from(piece));
  const lines = splitRecords(Buffer.concat(pieces).toString('latin1').replaceAll('\n', '\0'));
  return new Set(lines.filter((line) => line.endsWith(' missing')).map((line) => line.slice(0, -8)));
}
