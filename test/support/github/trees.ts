/** Entries of trees, read from git. */

import type { GitReader } from './git-reader.ts';

export interface TreeEntry {
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
  /** Of blobs alone. */
  readonly bytes: number | undefined;
  readonly path: string;
}

/** Entries of a tree or commit, by name, those of its folders too where `isDeep`; undefined where there is no such tree. */
export async function readTree(
  git: GitReader,
  tree: string,
  isDeep: boolean,
): Promise<TreeEntry[] | undefined> {
  const printed = await git.text(['ls-tree', '-z', '-l', ...(isDeep ? ['-r', '-t'] : []), tree], true);
  return printed
    ?.split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', type, sha = '', size = '-'] = line.slice(0, tab).split(/ +/);
      return {
        mode,
        type: type === 'tree' || type === 'commit' ? type : 'blob',
        sha,
        bytes: size === '-' ? undefined : Number(size),
        path: line.slice(tab + 1),
      };
    });
}

/** The entry at a path of a commit. */
export async function entryAt(git: GitReader, commit: string, path: string): Promise<TreeEntry | undefined> {
  if (path === '') return { mode: '040000', type: 'tree', sha: `${commit}:`, bytes: undefined, path };
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const entries = await readTree(git, `${commit}:${parts.join('/')}`, false);
  const entry = entries?.find((one) => one.path === name);
  return entry === undefined ? undefined : { ...entry, path };
}
