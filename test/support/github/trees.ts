/** Reads tree entries from git. */

import type { GitObject } from './git-objects.ts';
import type { GitReader } from './git-reader.ts';

export interface TreeEntry {
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
  /** Size of a blob; undefined for other entries. */
  readonly bytes: number | undefined;
  readonly path: string;
}

/** Returns the entries of a tree or commit sorted by name, with subfolders if `isDeep`; undefined if there is no such tree. */
export async function readTree(
  git: GitReader,
  tree: string,
  isDeep: boolean,
): Promise<TreeEntry[] | undefined> {
  const output = await git.text(['ls-tree', '-z', '-l', ...(isDeep ? ['-r', '-t'] : []), tree], true);
  return output
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

/** Returns the entry at a path of a commit. */
export async function readEntryAt(
  git: GitReader,
  commit: string,
  path: string,
): Promise<TreeEntry | undefined> {
  if (path === '') return { mode: '040000', type: 'tree', sha: `${commit}:`, bytes: undefined, path };
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const folder = await git.object(`${commit}:${parts.join('/')}`);
  const entry = folder?.type === 'tree' ? findEntry(folder, name) : undefined;
  if (entry === undefined) return undefined;
  const bytes = entry.type === 'blob' ? (await git.object(entry.sha))?.content.length : undefined;
  return { ...entry, bytes, path };
}

/** Finds an entry in the raw content of a tree, a list of `<mode> <name>\0<hash>` without sizes. */
function findEntry(
  { sha, content }: GitObject,
  name: string,
): Pick<TreeEntry, 'mode' | 'type' | 'sha'> | undefined {
  const hashBytes = sha.length / 2;
  for (let offset = 0; offset < content.length;) {
    const end = content.indexOf(0, offset);
    const [mode = '', ...rest] = content.toString('utf8', offset, end).split(' ');
    offset = end + 1 + hashBytes;
    if (rest.join(' ') !== name) continue;
    const type = { '40000': 'tree', '160000': 'commit' } as const;
    return {
      mode: mode.padStart(6, '0'),
      type: mode === '40000' || mode === '160000' ? type[mode] : 'blob',
      sha: content.toString('hex', end + 1, offset),
    };
  }
  return undefined;
}
