/**
 * The visible rows of the file tree, and the effect of a key on a row (the ARIA tree pattern). The input is the loaded levels
 * and the open folders. Pure, so that tests can try every key without a page.
 */
import type { TreeEntry } from '../../api.ts';

export type TreeLevel = readonly TreeEntry[] | 'loading' | 'failed';

/** The properties of a tree row that keyboard navigation needs. */
export interface NavigableRow {
  readonly id: string;
  readonly name: string;
  /** The id of its parent row. */
  readonly parent: string | null;
  /** Null if it cannot have children. */
  readonly isOpen: boolean | null;
}

export interface TreeRow extends NavigableRow {
  readonly entry: TreeEntry;
  /** 1 for rows of the top level. */
  readonly depth: number;
  /** Its 1-based position among its siblings, and their number. */
  readonly position: number;
  readonly siblingCount: number;
  /** The entries of the open folder are being loaded. */
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

interface TreeShape {
  /** Levels by the path of their folder; `''` is the root. */
  readonly levels: ReadonlyMap<string, TreeLevel>;
  readonly openFolders: ReadonlySet<string>;
}

interface TreeMove {
  readonly kind: 'focus' | 'open' | 'close';
  readonly id: string;
}

export function treeRows(shape: TreeShape): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  addLevel(rows, shape, { folder: '', depth: 1 });
  return rows;
}

function addLevel(
  rows: TreeRow[],
  shape: TreeShape,
  { folder, depth }: { folder: string; depth: number },
): void {
  const level = shape.levels.get(folder);
  if (level === undefined || typeof level === 'string') return;
  for (const [index, entry] of level.entries()) {
    const isOpen = entry.kind === 'folder' ? shape.openFolders.has(entry.path) : null;
    const childLevel = isOpen === true ? shape.levels.get(entry.path) : undefined;
    rows.push({
      id: entry.path,
      name: entry.name,
      entry,
      depth,
      parent: folder === '' ? null : folder,
      position: index + 1,
      siblingCount: level.length,
      isOpen,
      isLoading: childLevel === 'loading',
      hasFailed: childLevel === 'failed',
    });
    if (isOpen === true) addLevel(rows, shape, { folder: entry.path, depth: depth + 1 });
  }
}

/**
 * The effect of a key on a row; null if the tree does not handle the key or nothing changes.
 * @param pageLength the number of rows by which Page Up and Page Down move
 */
export function moveInTree(
  rows: readonly NavigableRow[],
  id: string,
  key: string,
  pageLength = 10,
): TreeMove | null {
  const index = rows.findIndex((row) => row.id === id);
  const row = rows[index];
  if (row === undefined) return null;
  switch (key) {
    case 'ArrowDown':
      return toFocusMove(rows[index + 1]);
    case 'ArrowUp':
      return toFocusMove(rows[index - 1]);
    case 'PageDown':
      return toFocusMove(rows[Math.min(rows.length - 1, index + pageLength)]);
    case 'PageUp':
      return toFocusMove(rows[Math.max(0, index - pageLength)]);
    case 'Home':
      return toFocusMove(rows[0]);
    case 'End':
      return toFocusMove(rows.at(-1));
    case 'ArrowRight':
      if (row.isOpen === false) return { kind: 'open', id };
      return row.isOpen === true && rows[index + 1]?.parent === id ? toFocusMove(rows[index + 1]) : null;
    case 'ArrowLeft':
      if (row.isOpen === true) return { kind: 'close', id };
      return row.parent === null ? null : { kind: 'focus', id: row.parent };
    default:
      return null;
  }
}

/**
 * Type-ahead: returns the next row whose name begins with the typed text, wrapping at the end. The current row can match too,
 * except when one letter is typed, once or repeatedly. Null if no row matches.
 */
export function findTypedRow(rows: readonly NavigableRow[], id: string, typedText: string): string | null {
  const text = typedText.toLowerCase();
  const isRepeated = [...text].every((letter) => letter === text[0]);
  const prefix = isRepeated ? (text[0] ?? '') : text;
  const from = rows.findIndex((row) => row.id === id) + (isRepeated ? 1 : 0);
  for (let step = 0; step < rows.length; step += 1) {
    const row = rows[(Math.max(0, from) + step) % rows.length];
    if (row?.name.toLowerCase().startsWith(prefix)) return row.id;
  }
  return null;
}

/** The parent folders of a path, outermost first: `a` and `a/b` for `a/b/c`. */
export function listParentFolders(path: string): readonly string[] {
  const segments = path.split('/').slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

function toFocusMove(row: NavigableRow | undefined): TreeMove | null {
  return row === undefined ? null : { kind: 'focus', id: row.id };
}
