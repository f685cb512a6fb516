/** What git knows of a folder besides its files: branch, commit, the name of where it came from. */

import { basename, dirname } from 'node:path';
import { runGit } from './run-git.ts';

/** The branch HEAD stands on; undefined where it stands on a commit. */
export async function branchOf(folder: string): Promise<string | undefined> {
  const { code, stdout } = await runGit(folder, ['symbolic-ref', '--short', '--quiet', 'HEAD']);
  return code === 0 ? stdout.trim() : undefined;
}

/** The commit a ref leads to; undefined where there is none, as in a repository without a commit. */
export async function commitOf(folder: string, ref: string): Promise<string | undefined> {
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const { code, stdout } = await runGit(folder, asked);
  return code === 0 ? stdout.trim() : undefined;
}

/** Whether the files below the folder, untracked ones too, are other than those of HEAD. */
export async function differsFromHead(folder: string): Promise<boolean> {
  const { code, stdout } = await runGit(folder, ['status', '--porcelain', '-z', '--', '.']);
  return code !== 0 || stdout !== '';
}

/**
 * `owner/name` of the remote called origin, else the folder's name; with the path below the repository's top where the
 * folder lies deeper.
 */
export async function defaultName(folder: string): Promise<string> {
  const [remote, top, prefix] = await Promise.all([
    runGit(folder, ['config', '--get', 'remote.origin.url']),
    runGit(folder, ['rev-parse', '--show-toplevel']),
    runGit(folder, ['rev-parse', '--show-prefix']),
  ]);
  const ofFolder = (): string =>
    top.code === 0 ? nameOfFolder(top.stdout.trim()) : nameOfBareFolder(folder);
  const below = prefix.code === 0 ? prefix.stdout.trim().replace(/\/$/, '') : '';
  const name = nameOfRemote(remote.stdout.trim()) ?? ofFolder();
  return below === '' ? name : `${name}/${below}`;
}

/** `https://host/owner/name.git` and `git@host:owner/name.git` to `owner/name`; undefined for a path. */
export function nameOfRemote(url: string): string | undefined {
  const path = /^(?:\w[\w+.-]*:\/\/[^/]+\/|[^/@]+@[^/:]+:)(.+)$/.exec(url)?.[1];
  if (path === undefined || url.startsWith('file:')) return undefined;
  return path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '') || undefined;
}

function nameOfFolder(folder: string): string {
  return basename(folder).replace(/\.git$/, '');
}

/** What a folder of git's own is called when its name says only that it is one: the folder around it has the name then. */
const tellNothing: ReadonlySet<string> = new Set(['', 'repo', 'repository', 'bare', 'mirror', 'git']);

/** Of the folder without `.git`, else of the one around it, where `owner+name` is `owner/name`. */
function nameOfBareFolder(folder: string): string {
  const own = nameOfFolder(folder);
  if (!tellNothing.has(own.toLowerCase())) return own;
  return nameOfFolder(dirname(folder)).replace('+', '/') || own;
}
