/**
 * Opens a path as a source to pack: the files that git lists in a work tree, the tree of a ref (the requested one, or
 * `HEAD` of a bare repository), or the files of a plain folder that no `.gitignore` excludes.
 */

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join, posix, resolve, basename } from 'node:path';
import { CommandError, usageError } from '../command-error.ts';
import { currentBranch, resolveCommit, defaultName, differsFromHead } from './git-facts.ts';
import type { PackSource, SkippedEntry } from './pack-source.ts';
import { readFiles } from './read-files.ts';
import { listTree, readTree } from './read-tree.ts';
import { runGit, splitRecords } from './run-git.ts';
import { walkFolder, skippedByGit } from './walk-folder.ts';

interface SourceChoice {
  /** Relative to the working directory, or absolute. */
  readonly path: string;
  readonly workingDirectory: string;
  /** A branch, tag or commit to pack instead of the work tree. */
  readonly ref?: string | undefined;
  /** Packs only the files below this folder. Their paths stay relative to the root. */
  readonly subdirectory?: string | undefined;
}

/** Whether to pack a path. */
export type PathFilter = (path: string) => boolean;

interface FolderKind {
  readonly kind: 'work-tree' | 'bare' | 'folder';
  /** Git's error message, if the folder seems to contain a repository that git cannot read. */
  readonly gitError?: string;
}

/** @throws CommandError when the path cannot be read or contains no file to pack */
export async function openSource(choice: SourceChoice): Promise<PackSource> {
  const folder = resolve(choice.workingDirectory, choice.path);
  checkFolder(folder, choice.path);
  const source = await openByKind(folder, choice);
  if (source.total > 0) return source;
  const location = choice.subdirectory === undefined ? choice.path : `${choice.path}/${choice.subdirectory}`;
  throw usageError(
    `There is no file to index in "${location}" (${source.description}).`,
    'Check the path, and whether a .gitignore excludes all files.',
  );
}

async function openByKind(folder: string, choice: SourceChoice): Promise<PackSource> {
  const detected = await detectKind(folder);
  const isIncluded = createPathFilter(choice.subdirectory);
  if (detected.kind === 'bare') return openTree(folder, choice.ref ?? 'HEAD', isIncluded);
  if (detected.kind === 'work-tree') {
    return choice.ref === undefined
      ? openWorkTree(folder, isIncluded)
      : openTree(folder, choice.ref, isIncluded);
  }
  if (choice.ref === undefined) return openFolder({ folder, isIncluded, gitError: detected.gitError });
  const reason = detected.gitError === undefined ? '' : ` (git reports: ${detected.gitError})`;
  throw usageError(
    `--ref needs a git repository; ${folder} is not one${reason}.`,
    'Omit --ref to index the folder.',
  );
}

function checkFolder(folder: string, path: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw usageError(`There is no folder "${path}" (looked for ${folder}).`, 'Check the path.');
  }
  if (!stats.isDirectory()) {
    throw usageError(`"${path}" is a file, not a folder.`, 'Pass the folder that contains the source code.');
  }
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
  } catch (cause) {
    const message = `The folder "${path}" cannot be read.`;
    throw new CommandError('usage', 'folder_unreadable', { message, fix: 'Check its permissions.', cause });
  }
}

async function detectKind(folder: string): Promise<FolderKind> {
  const args = ['rev-parse', '--is-bare-repository', '--is-inside-git-dir'];
  const { code, stdout, stderr } = await runGit(folder, args);
  if (code === 0) {
    if (stdout.includes('true')) return { kind: 'bare' };
    // Git lists no file of an ignored folder, but the user requested this folder explicitly.
    const ignored = await runGit(folder, ['check-ignore', '--quiet', '.']);
    return { kind: ignored.code === 0 ? 'folder' : 'work-tree' };
  }
  if (code === -1 && !existsSync(join(folder, '.git'))) return { kind: 'folder' };
  if (stderr.includes('not a git repository')) return { kind: 'folder' };
  return {
    kind: 'folder',
    gitError: code === -1 ? 'git is not installed' : (stderr.trim().split('\n')[0] ?? ''),
  };
}

function createPathFilter(subdirectory: string | undefined): PathFilter {
  if (subdirectory === undefined) return () => true;
  const folder = posix.normalize(subdirectory).replace(/\/+$/, '');
  if (folder === '.') return () => true;
  if (folder.startsWith('/') || folder.split('/').includes('..')) {
    throw usageError(
      `--subdirectory must be a folder below the repository; found "${subdirectory}".`,
      'Pass it relative to the repository, such as packages/core.',
    );
  }
  return (path) => path.startsWith(`${folder}/`);
}

function openFolder(choice: {
  folder: string;
  isIncluded: PathFilter;
  gitError: string | undefined;
}): PackSource {
  const { folder, gitError } = choice;
  const listing = walkFolder(folder);
  const paths = listing.paths.filter(choice.isIncluded);
  return {
    defaultName: basename(folder),
    ref: undefined,
    commit: undefined,
    description: 'a folder outside git',
    notes: gitError === undefined ? [] : [`Read as a plain folder without a commit: ${gitError}.`],
    total: paths.length,
    skipped: listing.skipped,
    entries: async function* () {
      yield* readFiles(folder, paths, listing.skipped);
    },
  };
}

/** @throws CommandError when the ref does not exist or the repository has no commit */
async function openTree(folder: string, ref: string, isIncluded: PathFilter): Promise<PackSource> {
  const commit = await resolveCommit(folder, ref);
  if (commit === undefined) {
    const fix = 'List the refs with `git branch --all` and `git tag`.';
    throw usageError(`There is no ref "${ref}" with a commit in ${folder}.`, fix);
  }
  const skipped: SkippedEntry[] = [];
  const files = (await listTree(folder, commit, skipped)).filter((file) => isIncluded(file.path));
  return {
    defaultName: await defaultName(folder),
    ref: ref === 'HEAD' ? await currentBranch(folder) : ref,
    commit,
    git: { folder, tip: commit, prefix: '', isWorkTree: false },
    description: `the tree of ${ref} at ${commit.slice(0, 12)}`,
    notes: [],
    total: files.length,
    skipped,
    entries: () => readTree(folder, { commit, files, skipped }),
  };
}

async function openWorkTree(folder: string, isIncluded: PathFilter): Promise<PackSource> {
  const [listed, ignored, name, ref, head, isChanged, prefix] = await Promise.all([
    runGit(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']),
    // A folder that git ignores as a whole is listed as one entry. A failure here only shortens the report.
    runGit(folder, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']),
    defaultName(folder),
    currentBranch(folder),
    resolveCommit(folder, 'HEAD'),
    differsFromHead(folder),
    runGit(folder, ['rev-parse', '--show-prefix']),
  ]);
  if (listed.code !== 0) {
    throw new CommandError('usage', 'repository_unreadable', {
      message: `git could not list the files of ${folder}: ${listed.stderr.trim()}`,
      fix: 'Check the repository with `git status`.',
    });
  }
  const paths = [...new Set(splitRecords(listed.stdout))].filter(isIncluded);
  const skipped: SkippedEntry[] = splitRecords(ignored.stdout).map(skippedByGit);
  return {
    defaultName: name,
    ref,
    commit: isChanged ? undefined : head,
    git:
      head === undefined ? undefined : { folder, tip: head, prefix: prefix.stdout.trim(), isWorkTree: true },
    description: `the work tree${ref === undefined ? '' : ` of ${ref}`}${head === undefined ? '' : ` at ${head.slice(0, 12)}`}`,
    notes: head !== undefined && isChanged ? [describeChanges(head)] : [],
    total: paths.length,
    skipped,
    entries: async function* () {
      yield* readFiles(folder, paths, skipped);
    },
  };
}

/** Explains why there is no commit: a citation states a commit only if the cited lines belong to it. */
function describeChanges(head: string): string {
  return `The work tree has changes that are not in commit ${head.slice(0, 12)}, so the snapshot is identified by its content.`;
}
