/** Numbers the lines of a diff on both sides, and decides which files are folded at first. */
import type { CommitDiff } from '../../api.ts';

export type DiffFile = CommitDiff['files'][number];

export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'unchanged';
  readonly text: string;
  /** 1-based line numbers before and after the commit; null if the line does not exist there. */
  readonly oldNumber: number | null;
  readonly newNumber: number | null;
}

export interface NumberedHunk {
  readonly heading: string;
  readonly lines: readonly DiffLine[];
  /** Index of its first line among the lines of all hunks of the file. */
  readonly firstIndex: number;
}

export function numberLines(hunks: DiffFile['hunks']): readonly NumberedHunk[] {
  let firstIndex = 0;
  return hunks.map(({ oldStart, newStart, heading, lines }) => {
    let [oldNumber, newNumber] = [oldStart, newStart];
    const numbered = lines.map((line): DiffLine => {
      const text = line.slice(1);
      if (line.startsWith('+')) return { kind: 'added', text, oldNumber: null, newNumber: newNumber++ };
      if (line.startsWith('-')) return { kind: 'removed', text, oldNumber: oldNumber++, newNumber: null };
      return { kind: 'unchanged', text, oldNumber: oldNumber++, newNumber: newNumber++ };
    });
    const hunk = { heading, lines: numbered, firstIndex };
    firstIndex += numbered.length;
    return hunk;
  });
}

/** A file with more lines is folded at first, and so are the files after these many lines of a commit. */
const maxOpenFileLines = 300;
const maxOpenLines = 1_500;

/** The paths of the files that are open at first. A file with requested lines always is. */
export function chooseOpenFiles(
  files: readonly DiffFile[],
  requested: CommitDiff['requested'],
): ReadonlySet<string> {
  const requestedPaths = new Set(requested.map(({ path }) => path));
  const open = new Set<string>();
  let total = 0;
  for (const { path, hunks } of files) {
    const length = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
    const fits = length <= maxOpenFileLines && total + length <= maxOpenLines;
    if (!fits && !requestedPaths.has(path)) continue;
    open.add(path);
    total += length;
  }
  return open;
}

/** Whether a line after the commit was requested. */
export function isRequested(path: string, line: DiffLine, requested: CommitDiff['requested']): boolean {
  const { newNumber } = line;
  return (
    newNumber !== null &&
    requested.some(
      (lines) => lines.path === path && newNumber >= lines.startLine && newNumber <= lines.endLine,
    )
  );
}
