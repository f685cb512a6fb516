/**
 * The tree of one repository's files: levels are read when their folder is first opened and kept. A level that could not
 * be read is read again when its folder is opened again.
 */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { api } from '../../api.ts';
import type { FilePlace } from './file-address.ts';
import { ancestorsOf, treeRows, type TreeLevel, type TreeRow } from './tree-rows.ts';

interface FileTreeState {
  readonly rows: readonly TreeRow[];
  /** The top level: on its way, failed, or there. */
  readonly top: 'loading' | 'failed' | 'loaded';
  readonly open: (folder: string) => Promise<void>;
  readonly close: (folder: string) => void;
  /** Opens every folder that holds a path. */
  readonly reveal: (path: string) => Promise<void>;
}

export function createFileTree({ repositoryId, version }: FilePlace): FileTreeState {
  const levels = new SvelteMap<string, TreeLevel>();
  const opened = new SvelteSet<string>();
  const rows = $derived(treeRows({ levels, open: opened }));

  async function read(folder: string): Promise<void> {
    const known = levels.get(folder);
    if (known !== undefined && known !== 'failed') return;
    levels.set(folder, 'loading');
    try {
      const tree = await api.listFiles(repositoryId, folder, version);
      levels.set(folder, tree.entries);
    } catch {
      levels.set(folder, 'failed');
    }
  }

  async function open(folder: string): Promise<void> {
    if (folder !== '') opened.add(folder);
    await read(folder);
  }

  return {
    get rows() {
      return rows;
    },
    get top() {
      const level = levels.get('');
      return level === 'failed'
        ? 'failed'
        : level === undefined || level === 'loading'
          ? 'loading'
          : 'loaded';
    },
    open,
    close: (folder) => void opened.delete(folder),
    reveal: async (path) => {
      await Promise.all(['', ...ancestorsOf(path)].map(open));
    },
  };
}
