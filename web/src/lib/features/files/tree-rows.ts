/**
 * The file tree as the rows that are seen, and where a key leads from one of them (the ARIA tree pattern). In go the
 * levels read so far and which folders are open; pure, so that every key can be tried without a page.
 */
import type { TreeEntry } from '../../api.ts';

export type TreeLevel = readonly TreeEntry[] | 'loading' | 'failed';

/** A row of any tree, as far as keys need it. */
export interface WalkedRow {
  readonly id: string;
  readonly name: string;
  /** The id of the row it lies in. */
  readonly parent: string | null;
  /** Null where nothing lies in it. */
  readonly open: boolean | null;
}

export interface TreeRow extends WalkedRow {
  readonly entry: TreeEntry;
  /** 1 for the top. */
  readonly depth: number;
  /** Place among its siblings, 1-based, and how many they are. */
  readonly position: number;
  readonly siblings: number;
  readonly waiting: boolean;
  readonly failed: boolean;
}

interface TreeShape {
  /** Levels by their folder's path; the top is `''`. */
  readonly levels: ReadonlyMap<string, TreeLevel>;
  readonly open: ReadonlySet<string>;
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
    const open = entry.kind === 'folder' ? shape.open.has(entry.path) : null;
    const below = open === true ? shape.levels.get(entry.path) : undefined;
    rows.push({
      id: entry.path,
      name: entry.name,
      entry,
      depth,
      parent: folder === '' ? null : folder,
      position: index + 1,
      siblings: level.length,
      open,
      waiting: below === 'loading',
      failed: below === 'failed',
    });
    if (open === true) addLevel(rows, shape, { folder: entry.path, depth: depth + 1 });
  }
}

/**
 * What a key does on a row; null when the key is none of the tree's or leads nowhere.
 * @param page Rows that Page Up and Page Down pass over.
 */
export function moveInTree(rows: readonly WalkedRow[], id: string, key: string, page = 10): TreeMove | null {
  const index = rows.findIndex((row) => row.id === id);
  const row = rows[index];
  if (row === undefined) return null;
  switch (key) {
    case 'ArrowDown':
      return focusOn(rows[index + 1]);
    case 'ArrowUp':
      return focusOn(rows[index - 1]);
    case 'PageDown':
      return focusOn(rows[Math.min(rows.length - 1, index + page)]);
    case 'PageUp':
      return focusOn(rows[Math.max(0, index - page)]);
    case 'Home':
      return focusOn(rows[0]);
    case 'End':
      return focusOn(rows.at(-1));
    case 'ArrowRight':
      if (row.open === false) return { kind: 'open', id };
      return row.open === true && rows[index + 1]?.parent === id ? focusOn(rows[index + 1]) : null;
    case 'ArrowLeft':
      if (row.open === true) return { kind: 'close', id };
      return row.parent === null ? null : { kind: 'focus', id: row.parent };
    default:
      return null;
  }
}

/**
 * The row whose name begins with what was typed: the next one below, round from the top. While more is typed the row one
 * is on still counts; one letter again and again goes on to the next. Null when no name does.
 */
export function typeAhead(rows: readonly WalkedRow[], id: string, typed: string): string | null {
  const letters = typed.toLowerCase();
  const again = [...letters].every((letter) => letter === letters[0]);
  const wanted = again ? (letters[0] ?? '') : letters;
  const from = rows.findIndex((row) => row.id === id) + (again ? 1 : 0);
  for (let step = 0; step < rows.length; step += 1) {
    const row = rows[(Math.max(0, from) + step) % rows.length];
    if (row?.name.toLowerCase().startsWith(wanted)) return row.id;
  }
  return null;
}

/** The folders that hold a path, outermost first: `a/b/c` is held by `a` and `a/b`. */
export function ancestorsOf(path: string): readonly string[] {
  const segments = path.split('/').slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

function focusOn(row: WalkedRow | undefined): TreeMove | null {
  return row === undefined ? null : { kind: 'focus', id: row.id };
}
