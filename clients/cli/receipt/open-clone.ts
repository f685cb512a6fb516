/** What a receipt is compared with: a git repository, bare or with a work tree, or a plain folder of what was uploaded. */

import { readFile, realpath, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { usageError } from '../command-error.ts';
import { commitOf } from '../source/git-facts.ts';
import { runGit } from '../source/run-git.ts';
import { openGitObjects, type Absence, type GitCommit, type GitObjects } from './git-objects.ts';

export interface Clone {
  readonly isGit: boolean;
  /** As a sentence about it begins. */
  readonly description: string;
  /** A file of a state: from the commit where it is one, else as it lies in the folder. */
  fileAt(state: string, path: string): Promise<Buffer | Absence | 'file'>;
  commits(ids: readonly string[], mailmapOf: string): Promise<ReadonlyMap<string, GitCommit>>;
  /** The commit a branch, tag or `HEAD` leads to. */
  commitOf(ref: string): Promise<string | undefined>;
  stop(): void;
}

/** @throws CommandError where there is no folder, or git will not read the repository in it */
export async function openClone(
  given: string,
  workingDirectory: string,
  signal: AbortSignal,
): Promise<Clone> {
  const folder = resolve(workingDirectory, given);
  if (!((await stat(folder).catch(() => undefined))?.isDirectory() ?? false))
    throw usageError(
      `There is no folder "${given}" (looked for ${folder}).`,
      'Give the clone, or the folder that was uploaded.',
    );
  const asked = await runGit(folder, ['rev-parse', '--is-bare-repository', '--show-prefix']);
  if (asked.code !== 0) {
    const why = asked.stderr.trim().split('\n')[0] ?? 'git is not installed';
    if (existsSync(join(folder, '.git')))
      throw usageError(`git cannot read the repository in "${given}": ${why}.`, 'See that git runs there.');
    return plainFolder(folder);
  }
  const [bare = '', prefix = ''] = asked.stdout.split('\n');
  const objects = openGitObjects(folder, signal);
  return gitClone({ folder, isBare: bare === 'true', prefix }, objects);
}

function gitClone(
  { folder, isBare, prefix }: { readonly folder: string; readonly isBare: boolean; readonly prefix: string },
  objects: GitObjects,
): Clone {
  return {
    isGit: true,
    description: prefix === '' ? 'the clone' : `"${prefix}" of the clone`,
    async fileAt(state, path) {
      if (!isCommit(state)) return isBare ? 'commit' : fileIn(folder, path);
      return objects.fileAt(state, `${prefix}${path}`);
    },
    commits: objects.commits,
    commitOf: (ref) => commitOf(folder, ref),
    stop: objects.stop,
  };
}

function plainFolder(folder: string): Clone {
  return {
    isGit: false,
    description: 'the folder',
    fileAt: (_state, path) => fileIn(folder, path),
    commits: () => Promise.resolve(new Map()),
    commitOf: () => Promise.resolve(undefined),
    stop: () => undefined,
  };
}

export function isCommit(state: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(state);
}

/** A receipt may be anyone's: no path of it leads out of the folder. */
async function fileIn(folder: string, path: string): Promise<Buffer | 'file'> {
  try {
    const [top, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    if (!file.startsWith(top.endsWith(sep) ? top : `${top}${sep}`) || !(await stat(file)).isFile())
      return 'file';
    return await readFile(file);
  } catch {
    return 'file';
  }
}
