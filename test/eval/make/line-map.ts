/**
 * Maps lines of one version of a file to another, by git's hunks without context. A line that only the newer version has maps to the gap between
 * two lines, or to the lines that it replaced.
 */

export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** 1-based, inclusive; `between` means the gap between these two lines. */
export interface LinePlace {
  readonly first: number;
  readonly last: number;
  readonly between: boolean;
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Hunks by the path of the older file, from `git diff -U0`. */
export function readHunks(diff: string): ReadonlyMap<string, readonly Hunk[]> {
  const hunks = new Map<string, Hunk[]>();
  let current: Hunk[] = [];
  let inHead = true;
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) {
      inHead = true;
      current = [];
    } else if (inHead && line.startsWith('--- a/')) {
      // Git adds a tab after a path that contains a space.
      hunks.set(line.slice(6).replace(/\t$/, ''), current);
    } else if (line.startsWith('@@ ')) {
      inHead = false;
      const hunk = readHunk(line);
      if (hunk !== undefined) current.push(hunk);
    }
  }
  return hunks;
}

function readHunk(line: string): Hunk | undefined {
  const match = hunkHead.exec(line);
  if (match === null) return undefined;
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] = match;
  return {
    oldStart: Number(oldStart),
    oldCount: Number(oldCount),
    newStart: Number(newStart),
    newCount: Number(newCount),
  };
}

/** The place in the older version that a hunk changes. */
export function changedRange({ oldStart, oldCount }: Pick<Hunk, 'oldStart' | 'oldCount'>): LinePlace {
  if (oldCount === 0) return { first: oldStart, last: oldStart + 1, between: true };
  return { first: oldStart, last: oldStart + oldCount - 1, between: false };
}

/** Maps a line of the newer version to the older one. @param hunks hunks in order */
export function olderPlace(line: number, hunks: readonly Hunk[]): LinePlace {
  let shift = 0;
  for (const hunk of hunks) {
    // A removal is after the line in its header.
    const start = hunk.newCount === 0 ? hunk.newStart + 1 : hunk.newStart;
    if (line < start) break;
    if (line < start + hunk.newCount) return changedRange(hunk);
    shift += hunk.newCount - hunk.oldCount;
  }
  return { first: line - shift, last: line - shift, between: false };
}
