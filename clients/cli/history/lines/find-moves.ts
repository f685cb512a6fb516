/** Finds moved lines: blocks of lines that a commit added and removed elsewhere. */

import { createNumberList } from './number-list.ts';

/** A block counts as moved if it has `minLines` lines with some letters, or `minLetters` letters and digits. */
const minLines = 3;
const minLettersInLines = 12;
const minLetters = 40;
/** Maximum candidates per line: for a line that was removed many times, any candidate will do. */
const maxPlaces = 32;

/** Changed lines in patch order. Adjacent lines have consecutive numbers in the same file. */
export interface ChangedLines {
  readonly count: number;
  push(line: { file: number; number: number; hash: number; letters: number }): void;
  file(place: number): number;
  number(place: number): number;
  hash(place: number): number;
  letters(place: number): number;
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
    file: (place) => files.at(place),
    number: (place) => numbers.at(place),
    hash: (place) => hashes.at(place),
    letters: (place) => letters.at(place),
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
  const placesByHash = new Map<number, number[]>();
  for (let at = 0; at < removed.count; at++) {
    const hash = removed.hash(at);
    if (!addedHashes.has(hash)) continue;
    const places = placesByHash.get(hash) ?? [];
    if (places.length < maxPlaces) places.push(at);
    placesByHash.set(hash, places);
  }
  for (let at = 0; at < added.count;) {
    let [best, source] = [0, 0];
    for (const place of placesByHash.get(added.hash(at)) ?? []) {
      const length = measureBlock(added, removed, at, place);
      if (length > best) [best, source] = [length, place];
    }
    // Skips all but the end of a long block without letters. Otherwise each of its lines would start another long
    // block.
    if (best === 0 || !isLarge(added, at, best)) at += Math.max(1, best - minLines + 1);
    else for (const end = at + best; at < end; at++, source++) moves.set(at, source);
  }
  return moves;
}

function measureBlock(added: ChangedLines, removed: ChangedLines, at: number, place: number): number {
  let length = 1;
  while (
    at + length < added.count &&
    place + length < removed.count &&
    added.hash(at + length) === removed.hash(place + length) &&
    areAdjacent(added, at + length) &&
    areAdjacent(removed, place + length)
  )
    length++;
  return length;
}

function areAdjacent(lines: ChangedLines, place: number): boolean {
  return lines.file(place) === lines.file(place - 1) && lines.number(place) === lines.number(place - 1) + 1;
}

function isLarge(added: ChangedLines, at: number, length: number): boolean {
  let letters = 0;
  for (let line = 0; line < length && letters < minLetters; line++) letters += added.letters(at + line);
  return letters >= minLetters || (length >= minLines && letters >= minLettersInLines);
}
