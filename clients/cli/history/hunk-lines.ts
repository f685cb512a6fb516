/** The changed lines of a commit as its patch is read: those of all its files as hashes, those of the hunk at hand as words too. */

import { createChangedLines } from './find-moves.ts';
import type { ChangedLines } from './find-moves.ts';
import { countLetters, hashLine } from './line-facts.ts';
import type { LinePair } from './met-lines.ts';
import { pairLines } from './pair-lines.ts';
import type { Hunk } from './read-patches.ts';
import { createWordLists } from './word-lists.ts';

/** Removed lines of one hunk whose words are kept. */
const maxRemovedWords = 50_000;

export interface HunkLines {
  readonly added: ChangedLines;
  readonly removed: ChangedLines;
  /** @param of.file by its place in the patch; `isMet`: whether a followed line is in the hunk. */
  begin(hunk: Hunk, of: { file: number; isMet: boolean }): void;
  takeRemoved(bytes: Buffer, start: number, end: number): void;
  takeAdded(bytes: Buffer, start: number, end: number): void;
  /** @returns for the number of an added line the removed line it was made of. */
  pairs(isReformatting: boolean): (number: number) => LinePair;
  clear(): void;
}

export function createHunkLines(): HunkLines {
  const [added, removed] = [createChangedLines(), createChangedLines()];
  let hunk: Hunk = { oldStart: 0, oldCount: 0, newStart: 0, newCount: 0 };
  let [file, isMet] = [0, false];
  let [removedRead, addedRead] = [0, 0];
  const [removedWords, addedWords] = [createWordLists(), createWordLists()];
  return {
    added,
    removed,
    begin: (next, of) => {
      hunk = next;
      ({ file, isMet } = of);
      [removedRead, addedRead] = [0, 0];
      removedWords.clear();
      addedWords.clear();
    },
    takeRemoved: (bytes, start, end) => {
      const number = hunk.oldStart + removedRead++;
      removed.push({ file, number, hash: hashLine(bytes, start, end), letters: 0 });
      if (isMet && removedWords.count < maxRemovedWords) removedWords.push(bytes, start, end);
    },
    takeAdded: (bytes, start, end) => {
      const number = hunk.newStart + addedRead++;
      const letters = countLetters(bytes, start, end);
      added.push({ file, number, hash: hashLine(bytes, start, end), letters });
      if (removedWords.count > 0) addedWords.push(bytes, start, end);
    },
    pairs: (isReformatting) => {
      const { oldStart, newStart } = hunk;
      const pairs = pairLines(removedWords, addedWords, isReformatting);
      return (number) => {
        const pair = pairs[number - newStart] ?? -1;
        if (pair < 0) return { number: 0, isRenamed: false };
        const isRenamed = addedWords.definesAnew(number - newStart, removedWords, pair);
        return { number: oldStart + pair, isRenamed };
      };
    },
    clear: () => {
      added.clear();
      removed.clear();
    },
  };
}
