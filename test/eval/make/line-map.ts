/**
 * Maps lines of one version of a file to an older version, using git's hunks without context. An added line maps to the gap between two lines, and a
 * changed line to the lines that it replaced.
 */

export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** A range of lines, 1-based and inclusive. With `isGap` it is the gap between these two lines. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
  readonly isGap: boolean;
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads the hunks of `git diff -U0`, by the path of the older file. */
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

/** Returns the range of the older version that a hunk changes. */
export function changedRange({ oldStart, oldCount }: Pick<Hunk, 'oldStart' | 'oldCount'>): LineRange {
  if (oldCount === 0) return { first: oldStart, last: oldStart + 1, isGap: true };
  return { first: oldStart, last: oldStart + oldCount - 1, isGap: false };
}

/** Maps a line of the newer version to the older one. @param hunks hunks in order */
export function mapToOlderVersion(line: number, hunks: readonly Hunk[]): LineRange {
  let shift = 0;
  for (const hunk of hunks) {
    // The header of a removal contains the line before it.
    const start = hunk.newCount === 0 ? hunk.newStart + 1 : hunk.newStart;
    if (line < start) break;
    if (line < start + hunk.newCount) return changedRange(hunk);
    shift += hunk.newCount - hunk.oldCount;
  }
  return { first: line - shift, last: line - shift, isGap: false };
}
