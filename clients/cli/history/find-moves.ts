/**
 * Lines a commit brought that are among the lines it took away elsewhere: blocks of three lines and more, or of many letters.
 */

import { createNumberList } from './number-list.ts';

/** A block is one if it has as many lines, of which some say anything, or as many letters and digits. */
const minLines = 3;
const minLettersOfLines = 12;
const minLetters = 40;
/** Places of one line that are compared: of a line that was taken away a hundred times, any will do. */
const maxPlaces = 32;

/** Lines in the order of the commit's patch. Neighbours are lines of one file with numbers one after another. */
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

/** @returns for each added line that was moved, by its place, the place of the removed one. */
export function findMoves(added: ChangedLines, removed: ChangedLines): ReadonlyMap<number, number> {
  const moves = new Map<number, number>();
  if (added.count === 0 || removed.count === 0) return moves;
  const wanted = new Set<number>();
  for (let at = 0; at < added.count; at++) wanted.add(added.hash(at));
  const placesOf = new Map<number, number[]>();
  for (let at = 0; at < removed.count; at++) {
    const hash = removed.hash(at);
    if (!wanted.has(hash)) continue;
    const places = placesOf.get(hash) ?? [];
    if (places.length < maxPlaces) places.push(at);
    placesOf.set(hash, places);
  }
  for (let at = 0; at < added.count;) {
    let [best, from] = [0, 0];
    for (const place of placesOf.get(added.hash(at)) ?? []) {
      const length = lengthOfBlock(added, removed, at, place);
      if (length > best) [best, from] = [length, place];
    }
    // Of a long block that says nothing all but its end is passed over: each of its lines would be as long a block again.
    if (best === 0 || !isLarge(added, at, best)) at += Math.max(1, best - minLines + 1);
    else for (const end = at + best; at < end; at++, from++) moves.set(at, from);
  }
  return moves;
}

function lengthOfBlock(added: ChangedLines, removed: ChangedLines, at: number, place: number): number {
  let length = 1;
  while (
    at + length < added.count &&
    place + length < removed.count &&
    added.hash(at + length) === removed.hash(place + length) &&
    areNeighbours(added, at + length) &&
    areNeighbours(removed, place + length)
  )
    length++;
  return length;
}

function areNeighbours(lines: ChangedLines, place: number): boolean {
  return lines.file(place) === lines.file(place - 1) && lines.number(place) === lines.number(place - 1) + 1;
}

function isLarge(added: ChangedLines, at: number, length: number): boolean {
  let letters = 0;
  for (let line = 0; line < length && letters < minLetters; line++) letters += added.letters(at + line);
  return letters >= minLetters || (length >= minLines && letters >= minLettersOfLines);
}
