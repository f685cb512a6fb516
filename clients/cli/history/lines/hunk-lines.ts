/**
 * Collects the changed lines of a commit while its patch is read: hashes for all files, words for the current hunk,
 * and the followed lines that the hunks touch.
 */

import { createChangedLines, type ChangedLines } from './find-moves.ts';
import { countAlphanumerics, hashLine } from './hash-line.ts';
import { createNumberList } from './number-list.ts';
import { pairLines } from './pair-lines.ts';
import type { Hunk } from './read-patches.ts';
import { createWordLists } from './word-lists.ts';

/** Maximum removed lines of one hunk whose words are stored. */
const maxRemovedWords = 50_000;

export interface HunkLines {
  readonly added: ChangedLines;
  readonly removed: ChangedLines;
  /** @param context `file`: the file's position in the patch; `isTouched`: whether a followed line is in the hunk */
  begin(hunk: Hunk, context: { file: number; isTouched: boolean }): void;
  pushRemoved(bytes: Buffer, start: number, end: number): void;
  pushAdded(bytes: Buffer, start: number, end: number): void;
  /** @returns a function that maps an added line's number to the removed line it was edited from */
  pairLines(isReformatting: boolean): (number: number) => LinePair;
  clear(): void;
}

export function createHunkLines(): HunkLines {
  const [added, removed] = [createChangedLines(), createChangedLines()];
  let hunk: Hunk = { oldStart: 0, oldCount: 0, newStart: 0, newCount: 0 };
  let [file, isTouched] = [0, false];
  let [removedCount, addedCount] = [0, 0];
  const [removedWords, addedWords] = [createWordLists(), createWordLists()];
  return {
    added,
    removed,
    begin: (next, context) => {
      hunk = next;
      ({ file, isTouched } = context);
      [removedCount, addedCount] = [0, 0];
      removedWords.clear();
      addedWords.clear();
    },
    pushRemoved: (bytes, start, end) => {
      const number = hunk.oldStart + removedCount++;
      removed.push({ file, number, hash: hashLine(bytes, start, end), letters: 0 });
      if (isTouched && removedWords.count < maxRemovedWords) removedWords.push(bytes, start, end);
    },
    pushAdded: (bytes, start, end) => {
      const number = hunk.newStart + addedCount++;
      const letters = countAlphanumerics(bytes, start, end);
      added.push({ file, number, hash: hashLine(bytes, start, end), letters });
      if (removedWords.count > 0) addedWords.push(bytes, start, end);
    },
    pairLines: (isReformatting) => {
      const { oldStart, newStart } = hunk;
      const pairs = pairLines(removedWords, addedWords, isReformatting);
      return (number) => {
        const pair = pairs[number - newStart] ?? -1;
        if (pair < 0) return { number: 0, isRenamed: false };
        const isRenamed = addedWords.definesNewName(number - newStart, removedWords, pair);
        return { number: oldStart + pair, isRenamed };
      };
    },
    clear: () => {
      added.clear();
      removed.clear();
    },
  };
}

/** The removed line that an added line was edited from. */
interface LinePair {
  /** The old line number; 0 for none. */
  readonly number: number;
  readonly isRenamed: boolean;
}

export interface TouchedLines {
  readonly count: number;
  /** `addedIndex`: the position among the commit's added lines; -1 when unknown. */
  push(line: { line: number; number: number; file: number; addedIndex: number }): void;
  line(at: number): number;
  number(at: number): number;
  file(at: number): number;
  addedIndex(at: number): number;
  /** The number of the old line; 0 for none. */
  pairedNumber(at: number): number;
  /** Whether the line defines a name that the old line does not contain. */
  isRenamed(at: number): boolean;
  setPair(at: number, pair: LinePair): void;
  clear(): void;
}

export function createTouchedLines(): TouchedLines {
  const [lines, numbers, files] = [createNumberList(), createNumberList(), createNumberList()];
  const [addedIndexes, pairs, renamed] = [createNumberList(), createNumberList(), createNumberList()];
  return {
    get count() {
      return lines.length;
    },
    push: ({ line, number, file, addedIndex }) => {
      lines.push(line);
      numbers.push(number);
      files.push(file);
      addedIndexes.push(addedIndex);
      pairs.push(0);
      renamed.push(0);
    },
    line: (at) => lines.at(at),
    number: (at) => numbers.at(at),
    file: (at) => files.at(at),
    addedIndex: (at) => addedIndexes.at(at),
    pairedNumber: (at) => pairs.at(at),
    isRenamed: (at) => renamed.at(at) === 1,
    setPair: (at, { number, isRenamed }) => {
      pairs.set(at, number);
      renamed.set(at, isRenamed ? 1 : 0);
    },
    clear: () => {
      for (const list of [lines, numbers, files, addedIndexes, pairs, renamed]) list.clear();
    },
  };
}
