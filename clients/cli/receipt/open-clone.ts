/** Opens the files that a receipt is compared with: a git repository, bare or with a work tree, or the uploaded folder. */

import { readFile, realpath, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { usageError } from '../command-error.ts';
import { resolveCommit } from '../source/git-facts.ts';
import { runGit } from '../source/run-git.ts';
import { openGitObjects, type Absence, type GitCommit, type GitObjects } from './git-objects.ts';

export interface Clone {
  readonly isGit: boolean;
  /** A noun phrase for messages, such as "the clone". */
  readonly description: string;
  /** Reads a file at a commit. For a state that is not a commit, it reads the folder on disk. */
  fileAt(state: string, path: string): Promise<Buffer | Absence | 'file'>;
  commits(ids: readonly string[], mailmapCommit: string): Promise<ReadonlyMap<string, GitCommit>>;
  /** Returns the commit that a branch, tag or `HEAD` resolves to. */
  resolveCommit(ref: string): Promise<string | undefined>;
  stop(): void;
}

/** @throws CommandError when the folder does not exist or git cannot read its repository */
export async function openClone(path: string, workingDirectory: string, signal: AbortSignal): Promise<Clone> {
  const folder = resolve(workingDirectory, path);
  if (!((await stat(folder).catch(() => undefined))?.isDirectory() ?? false))
    throw usageError(
      `There is no folder "${path}" (looked for ${folder}).`,
      'Pass the clone, or the uploaded folder.',
    );
  const inspection = await runGit(folder, ['rev-parse', '--is-bare-repository', '--show-prefix']);
  if (inspection.code !== 0) {
    const reason = inspection.stderr.trim().split('\n')[0] ?? 'git is not installed';
    if (existsSync(join(folder, '.git')))
      throw usageError(
        `git cannot read the repository in "${path}": ${reason}.`,
        'Check the repository with `git status`.',
      );
    return openPlainFolder(folder);
  }
  const [bare = '', prefix = ''] = inspection.stdout.split('\n');
  const objects = openGitObjects(folder, signal);
  return openGitClone({ folder, isBare: bare === 'true', prefix }, objects);
}

function openGitClone(
  { folder, isBare, prefix }: { readonly folder: string; readonly isBare: boolean; readonly prefix: string },
  objects: GitObjects,
): Clone {
  return {
    isGit: true,
    description: prefix === '' ? 'the clone' : `"${prefix}" of the clone`,
    async fileAt(state, path) {
      if (!isCommit(state)) return isBare ? 'commit' : readFileInFolder(folder, path);
      return objects.fileAt(state, `${prefix}${path}`);
    },
    commits: objects.commits,
    resolveCommit: (ref) => resolveCommit(folder, ref),
    stop: objects.stop,
  };
}

function openPlainFolder(folder: string): Clone {
  return {
    isGit: false,
    description: 'the folder',
    fileAt: (_state, path) => readFileInFolder(folder, path),
    commits: () => Promise.resolve(new Map()),
    resolveCommit: () => Promise.resolve(undefined),
    stop: () => undefined,
  };
}

export function isCommit(state: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(state);
}

/** A receipt is untrusted input: its paths must not leave the folder. */
async function readFileInFolder(folder: string, path: string): Promise<Buffer | 'file'> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    if (!file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`) || !(await stat(file)).isFile())
      return 'file';
    return await readFile(file);
  } catch {
    return 'file';
  }
}
