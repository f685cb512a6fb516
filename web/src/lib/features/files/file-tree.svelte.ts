/**
 * The file tree of one repository. A level is loaded when its folder is first opened, and cached. A level that failed to load
 * is loaded again when its folder is opened again.
 */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { api, ProblemError } from '../../api.ts';
import type { FilePlace } from './file-address.ts';
import { listParentFolders, treeRows, type TreeLevel, type TreeRow } from './tree-rows.ts';

interface FileTreeState {
  readonly rows: readonly TreeRow[];
  /** The state of the repository's root folder. */
  readonly topLevel: 'loading' | 'failed' | 'loaded' | 'not-indexed' | 'not-ready';
  readonly open: (folder: string) => Promise<void>;
  readonly close: (folder: string) => void;
  /** Opens every parent folder of a path. */
  readonly reveal: (path: string) => Promise<void>;
}

export function createFileTree({ repositoryId, version }: FilePlace): FileTreeState {
  const levels = new SvelteMap<string, TreeLevel>();
  const openFolders = new SvelteSet<string>();
  let problemCode = $state<string | null>(null);
  const rows = $derived(treeRows({ levels, openFolders }));

  async function loadLevel(folder: string): Promise<void> {
    const level = levels.get(folder);
    if (level !== undefined && level !== 'failed') return;
    levels.set(folder, 'loading');
    try {
      const tree = await api.listFiles(repositoryId, folder, version);
      levels.set(folder, tree.entries);
    } catch (thrown) {
      problemCode = thrown instanceof ProblemError ? thrown.problem.code : null;
      levels.set(folder, 'failed');
    }
  }

  async function open(folder: string): Promise<void> {
    if (folder !== '') openFolders.add(folder);
    await loadLevel(folder);
  }

  return {
    get rows() {
      return rows;
    },
    get topLevel() {
      const level = levels.get('');
      if (problemCode === 'version_not_found') return 'not-indexed';
      if (problemCode === 'not_ready') return 'not-ready';
      return level === 'failed'
        ? 'failed'
        : level === undefined || level === 'loading'
          ? 'loading'
          : 'loaded';
    },
    open,
    close: (folder) => void openFolders.delete(folder),
    reveal: async (path) => {
      await Promise.all(['', ...listParentFolders(path)].map(open));
    },
  };
}
