/**
 * The work tree of a git repository, or a folder of it: the tracked files as they lie there and the untracked ones that
 * no ignore rule leaves out. Submodules and other repositories inside are not entered.
 */

import { CommandError } from '../command-error.ts';
import { branchOf, commitOf, defaultName, differsFromHead } from './git-facts.ts';
import type { Keep } from './open-source.ts';
import type { LeftOut, PackSource } from './pack-source.ts';
import { readFiles } from './read-files.ts';
import { runGit, splitRecords } from './run-git.ts';
import { ignoredByGit } from './walk-folder.ts';

export async function openWorkTree(folder: string, keep: Keep): Promise<PackSource> {
  const [listed, ignored, name, ref, head, differs, prefix] = await Promise.all([
    runGit(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']),
    // A folder of which nothing is shown comes as one; what cannot be told here is only not reported.
    runGit(folder, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']),
    defaultName(folder),
    branchOf(folder),
    commitOf(folder, 'HEAD'),
    differsFromHead(folder),
    runGit(folder, ['rev-parse', '--show-prefix']),
  ]);
  if (listed.code !== 0) {
    throw new CommandError('usage', 'repository_unreadable', {
      message: `git could not list the files of ${folder}: ${listed.stderr.trim()}`,
      fix: 'Check the repository with `git status`.',
    });
  }
  const paths = [...new Set(splitRecords(listed.stdout))].filter(keep);
  const leftOut: LeftOut[] = splitRecords(ignored.stdout).map(ignoredByGit);
  return {
    defaultName: name,
    ref,
    commit: differs ? undefined : head,
    git:
      head === undefined ? undefined : { folder, tip: head, prefix: prefix.stdout.trim(), isWorkTree: true },
    description: `the work tree${ref === undefined ? '' : ` of ${ref}`}${head === undefined ? '' : ` at ${head.slice(0, 12)}`}`,
    notes: head !== undefined && differs ? [changed(head)] : [],
    total: paths.length,
    leftOut,
    entries: async function* () {
      yield* readFiles(folder, paths, leftOut);
    },
  };
}

/** A citation names a commit only where the lines cited are those of the commit. */
function changed(head: string): string {
  return `The work tree has changes that are not in commit ${head.slice(0, 12)}: the snapshot is named by its content.`;
}
