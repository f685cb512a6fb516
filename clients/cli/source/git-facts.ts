/** Reads from git what identifies a folder's files: branch, commit and the remote's name. */

import { basename, dirname } from 'node:path';
import { runGit } from './run-git.ts';

/** Returns the current branch; undefined for a detached HEAD. */
export async function currentBranch(folder: string): Promise<string | undefined> {
  const { code, stdout } = await runGit(folder, ['symbolic-ref', '--short', '--quiet', 'HEAD']);
  return code === 0 ? stdout.trim() : undefined;
}

/** Returns the commit that a ref resolves to; undefined when there is none, as in an empty repository. */
export async function resolveCommit(folder: string, ref: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const { code, stdout } = await runGit(folder, args);
  return code === 0 ? stdout.trim() : undefined;
}

/** Whether the files below the folder, including untracked ones, differ from HEAD. */
export async function differsFromHead(folder: string): Promise<boolean> {
  const { code, stdout } = await runGit(folder, ['status', '--porcelain', '-z', '--', '.']);
  return code !== 0 || stdout !== '';
}

/**
 * Returns `owner/name` of the remote `origin`, else the folder's name. A folder below the repository's root adds its path.
 */
export async function defaultName(folder: string): Promise<string> {
  const [remote, topLevel, prefix] = await Promise.all([
    runGit(folder, ['config', '--get', 'remote.origin.url']),
    runGit(folder, ['rev-parse', '--show-toplevel']),
    runGit(folder, ['rev-parse', '--show-prefix']),
  ]);
  const nameFromFolder = (): string =>
    topLevel.code === 0 ? folderName(topLevel.stdout.trim()) : bareFolderName(folder);
  const subfolder = prefix.code === 0 ? prefix.stdout.trim().replace(/\/$/, '') : '';
  const name = remoteName(remote.stdout.trim()) ?? nameFromFolder();
  return subfolder === '' ? name : `${name}/${subfolder}`;
}

/** Converts `https://host/owner/name.git` and `git@host:owner/name.git` to `owner/name`; undefined for a path. */
export function remoteName(url: string): string | undefined {
  const path = /^(?:\w[\w+.-]*:\/\/[^/]+\/|[^/@]+@[^/:]+:)(.+)$/.exec(url)?.[1];
  if (path === undefined || url.startsWith('file:')) return undefined;
  return path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '') || undefined;
}

function folderName(folder: string): string {
  return basename(folder).replace(/\.git$/, '');
}

/** Generic folder names of bare repositories. For these, the parent folder's name is used. */
const genericNames: ReadonlySet<string> = new Set(['', 'repo', 'repository', 'bare', 'mirror', 'git']);

/** Returns the folder's name without `.git`; for a generic name the parent's, where `owner+name` means `owner/name`. */
function bareFolderName(folder: string): string {
  const name = folderName(folder);
  if (!genericNames.has(name.toLowerCase())) return name;
  return folderName(dirname(folder)).replace('+', '/') || name;
}
