/** Finds moved lines: blocks of lines that a commit added and removed elsewhere. */

import { createNumberList } from './number-list.ts';

/** A block counts as moved if it has `minLines` lines with `minLettersInLines` letters, or `minLetters` letters. */
const minLines = 3;
const minLettersInLines = 12;
const minLetters = 40;
/** Maximum candidates per line: for a line that was removed many times, any candidate will do. */
const maxCandidates = 32;

/** Changed lines in patch order. Adjacent lines have consecutive line numbers in the same file. */
export interface ChangedLines {
  readonly count: number;
  push(line: { file: number; number: number; hash: number; letters: number }): void;
  file(index: number): number;
  number(index: number): number;
  hash(index: number): number;
  letters(index: number): number;
  clear(): void;
}

export function createChangedLines(): ChangedLines {
  const [files, numbers, letters] = [createNumberList(), createNumberList(), createNumberList()];
  const hashes = createNumberList('float64');
  return {
    get count() {
      return files.length;
    },
    push: (line) => {
      files.push(line.file);
      numbers.push(line.number);
      letters.push(line.letters);
      hashes.push(line.hash);
    },
    file: (index) => files.at(index),
    number: (index) => numbers.at(index),
    hash: (index) => hashes.at(index),
    letters: (index) => letters.at(index),
    clear: () => {
      for (const list of [files, numbers, letters, hashes]) list.clear();
    },
  };
}

/** @returns the positions of moved added lines, mapped to the positions of the removed lines */
export function findMoves(added: ChangedLines, removed: ChangedLines): ReadonlyMap<number, number> {
  const moves = new Map<number, number>();
  if (added.count === 0 || removed.count === 0) return moves;
  const addedHashes = new Set<number>();
  for (let at = 0; at < added.count; at++) addedHashes.add(added.hash(at));
  const removedByHash = new Map<number, number[]>();
  for (let at = 0; at < removed.count; at++) {
    const hash = removed.hash(at);
    if (!addedHashes.has(hash)) continue;
    const candidates = removedByHash.get(hash) ?? [];
    if (candidates.length < maxCandidates) candidates.push(at);
    removedByHash.set(hash, candidates);
  }
  for (let at = 0; at < added.count;) {
    let [bestLength, source] = [0, 0];
    for (const index of removedByHash.get(added.hash(at)) ?? []) {
      const length = measureBlock(added, removed, at, index);
      if (length > bestLength) [bestLength, source] = [length, index];
    }
    // Skips all but the end of a long block without letters. Otherwise each of its lines would start another long
    // block.
    if (bestLength === 0 || !isLarge(added, at, bestLength)) at += Math.max(1, bestLength - minLines + 1);
    else for (const end = at + bestLength; at < end; at++, source++) moves.set(at, source);
  }
  return moves;
}

function measureBlock(added: ChangedLines, removed: ChangedLines, at: number, index: number): number {
  let length = 1;
  while (
    at + length < added.count &&
    index + length < removed.count &&
    added.hash(at + length) === removed.hash(index + length) &&
    areAdjacent(added, at + length) &&
    areAdjacent(removed, index + length)
  )
    length++;
  return length;
}

function areAdjacent(lines: ChangedLines, index: number): boolean {
  return lines.file(index) === lines.file(index - 1) && lines.number(index) === lines.number(index - 1) + 1;
}

function isLarge(added: ChangedLines, at: number, length: number): boolean {
  let letters = 0;
  for (let line = 0; line < length && letters < minLetters; line++) letters += added.letters(at + line);
  return letters >= minLetters || (length >= minLines && letters >= minLettersInLines);
}
