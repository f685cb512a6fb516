/** Facts git knows about a folder besides its files: branch, commit and the remote's name. */

import { basename, dirname } from 'node:path';
import { runGit } from './run-git.ts';

/** The current branch; undefined for a detached HEAD. */
export async function currentBranch(folder: string): Promise<string | undefined> {
  const { code, stdout } = await runGit(folder, ['symbolic-ref', '--short', '--quiet', 'HEAD']);
  return code === 0 ? stdout.trim() : undefined;
}

/** The commit that a ref resolves to; undefined when there is none, as in an empty repository. */
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
 * `owner/name` of the remote `origin`, else the folder's name. A folder below the repository's root adds its path.
 */
export async function defaultName(folder: string): Promise<string> {
  const [remote, top, prefix] = await Promise.all([
    runGit(folder, ['config', '--get', 'remote.origin.url']),
    runGit(folder, ['rev-parse', '--show-toplevel']),
    runGit(folder, ['rev-parse', '--show-prefix']),
  ]);
  const ofFolder = (): string => (top.code === 0 ? folderName(top.stdout.trim()) : bareFolderName(folder));
  const below = prefix.code === 0 ? prefix.stdout.trim().replace(/\/$/, '') : '';
  const name = remoteName(remote.stdout.trim()) ?? ofFolder();
  return below === '' ? name : `${name}/${below}`;
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

/** Generic names of bare repositories. The parent folder then has the name. */
const genericNames: ReadonlySet<string> = new Set(['', 'repo', 'repository', 'bare', 'mirror', 'git']);

/** The folder's name without `.git`, else the parent's name, where `owner+name` means `owner/name`. */
function bareFolderName(folder: string): string {
  const own = folderName(folder);
  if (!genericNames.has(own.toLowerCase())) return own;
  return folderName(dirname(folder)).replace('+', '/') || own;
}
