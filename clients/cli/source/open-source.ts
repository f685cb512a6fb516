/**
 * From a path to what is to be packed: the work tree of a git repository (the files git shows), the tree of one of its
 * refs (asked for, or all a bare repository has), or a plain folder.
 */

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { CommandError, usageError } from '../command-error.ts';
import { openFolder } from './open-folder.ts';
import { openTree } from './open-tree.ts';
import { openWorkTree } from './open-work-tree.ts';
import type { PackSource } from './pack-source.ts';
import { runGit } from './run-git.ts';

interface SourceChoice {
  /** Relative to the working directory, or absolute. */
  readonly path: string;
  readonly workingDirectory: string;
  /** A branch, tag or commit to pack instead of the work tree. */
  readonly ref?: string | undefined;
  /** Only what lies below this folder of the tree; paths stay as they are. */
  readonly subdirectory?: string | undefined;
}

/** Whether a path is to be packed. */
export type Keep = (path: string) => boolean;

interface Found {
  readonly kind: 'work-tree' | 'bare' | 'folder';
  /** git's own words where it will not read a repository that seems to be there. */
  readonly refused?: string;
}

/** @throws CommandError when there is nothing there to pack, saying what was found. */
export async function openSource(choice: SourceChoice): Promise<PackSource> {
  const folder = resolve(choice.workingDirectory, choice.path);
  checkFolder(folder, choice.path);
  const source = await choose(folder, choice);
  if (source.total > 0) return source;
  const where = choice.subdirectory === undefined ? choice.path : `${choice.path}/${choice.subdirectory}`;
  throw usageError(
    `There is no file to index in "${where}": found ${source.description}, empty.`,
    'Check the path, and whether a .gitignore leaves everything out.',
  );
}

async function choose(folder: string, choice: SourceChoice): Promise<PackSource> {
  const found = await inspect(folder);
  const keep = keepBelow(choice.subdirectory);
  if (found.kind === 'bare') return openTree(folder, choice.ref ?? 'HEAD', keep);
  if (found.kind === 'work-tree') {
    return choice.ref === undefined ? openWorkTree(folder, keep) : openTree(folder, choice.ref, keep);
  }
  if (choice.ref === undefined) return openFolder({ folder, keep, refused: found.refused });
  const why = found.refused === undefined ? '' : ` (git says: ${found.refused})`;
  throw usageError(
    `--ref needs a git repository; ${folder} is not one${why}.`,
    'Leave --ref out to index the folder.',
  );
}

function checkFolder(folder: string, given: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) {
    throw usageError(`There is no folder "${given}" (looked for ${folder}).`, 'Check the path.');
  }
  if (!found.isDirectory()) {
    throw usageError(`"${given}" is a file, not a folder.`, 'Give the folder that holds the source code.');
  }
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
  } catch (cause) {
    const message = `The folder "${given}" cannot be read.`;
    throw new CommandError('usage', 'folder_unreadable', { message, fix: 'Check its permissions.', cause });
  }
}

async function inspect(folder: string): Promise<Found> {
  const asked = ['rev-parse', '--is-bare-repository', '--is-inside-git-dir'];
  const { code, stdout, stderr } = await runGit(folder, asked);
  if (code === 0) {
    if (stdout.includes('true')) return { kind: 'bare' };
    // A folder that git ignores was named on purpose: its files are wanted, and git would list none of them.
    const ignored = await runGit(folder, ['check-ignore', '--quiet', '.']);
    return { kind: ignored.code === 0 ? 'folder' : 'work-tree' };
  }
  if (code === -1 && !existsSync(join(folder, '.git'))) return { kind: 'folder' };
  if (stderr.includes('not a git repository')) return { kind: 'folder' };
  return {
    kind: 'folder',
    refused: code === -1 ? 'git is not installed' : (stderr.trim().split('\n')[0] ?? ''),
  };
}

function keepBelow(subdirectory: string | undefined): Keep {
  if (subdirectory === undefined) return () => true;
  const folder = posix.normalize(subdirectory).replace(/\/+$/, '');
  if (folder === '.') return () => true;
  if (folder.startsWith('/') || folder.split('/').includes('..')) {
    throw usageError(
      `--subdirectory must be a folder below the repository; found "${subdirectory}".`,
      'Give it relative to the repository, such as packages/core.',
    );
  }
  return (path) => path.startsWith(`${folder}/`);
}
