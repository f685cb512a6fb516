/**
 * Takes lines from a merge to its parents. What the merge's patch against its first parent does not touch goes there; a file that
 * another parent has as it is goes to that one whole; of the rest, lines that another parent has in that file go to it. What
 * remains was made by the merge.
 */

import { carryPlaces, isTouched } from './carry-places.ts';
import { diffLines } from './diff-lines.ts';
import { hashLine } from './line-facts.ts';
import { stepCodes } from './line-ledger.ts';
import { addPlaces, sortedPlaces } from './line-places.ts';
import type { CommitPlaces, Places } from './line-places.ts';
import type { ObjectReader, StoredFile } from './object-reader.ts';
import { pairLines } from './pair-lines.ts';
import type { CommitHeader, FileChange, Hunk, PatchReceiver } from './read-patches.ts';
import type { WalkState } from './walk-state.ts';
import { createWordLists } from './word-lists.ts';
import type { WordLists } from './word-lists.ts';

/** Lines of one hunk up to which those the merge made are paired with those of its first parent. */
const maxPairedLines = 5_000;

interface MergeFollower extends PatchReceiver {
  /** All of the patch was told: sends the lines on to the parents. */
  finish(): Promise<void>;
}

interface ChangedFile {
  readonly change: FileChange;
  readonly places: Places;
  readonly hunks: Hunk[];
}

interface FollowedMerge {
  readonly state: WalkState;
  readonly places: CommitPlaces;
  readonly commit: CommitHeader;
  readonly objects: ObjectReader;
  readonly isIgnored: boolean;
}

export function followMerge(merge: FollowedMerge): MergeFollower {
  const { state, places, commit } = merge;
  const files: ChangedFile[] = [];
  let current: ChangedFile | undefined;
  return {
    file: (change) => {
      const there = change.newPath === undefined ? undefined : places.get(change.newPath);
      current = there === undefined ? undefined : { change, places: there, hunks: [] };
      if (current !== undefined) files.push(current);
    },
    hunk: (hunk) => {
      current?.hunks.push(hunk);
      return { removed: false, added: false };
    },
    removed: () => undefined,
    added: () => undefined,
    hunkEnd: () => undefined,
    finish: async () => {
      const [first = '', ...others] = commit.parents;
      for (const file of files) places.delete(file.change.newPath ?? '');
      const toFirst: CommitPlaces = new Map();
      const renames = renamesOf(merge);
      for (const file of files) {
        const left = await giveToOthers(merge, file, { others, renames });
        if (left !== undefined) await keepForFirst(merge, { ...file, places: left }, toFirst);
      }
      for (const [path, there] of toFirst) addPlaces(places, path, there);
      state.send(first, places);
    },
  };
}

type Renames = (parent: string) => Promise<ReadonlyMap<string, string>>;

function renamesOf({ objects, commit }: FollowedMerge): Renames {
  const known = new Map<string, ReadonlyMap<string, string>>();
  return async (parent) => {
    const names = known.get(parent) ?? (await objects.oldNames(parent, commit.id));
    known.set(parent, names);
    return names;
  };
}

/** @returns what they have not: lines of the first parent, and those the merge made; undefined where a parent has the whole file. */
async function giveToOthers(
  merge: FollowedMerge,
  { change, places, hunks }: ChangedFile,
  parents: { others: readonly string[]; renames: Renames },
): Promise<Places | undefined> {
  const { state, commit, objects } = merge;
  const path = change.newPath ?? '';
  const blob = change.newBlob ?? (await objects.fileAt(commit.id, path, undefined))?.id;
  const found: { parent: string; path: string; file: StoredFile }[] = [];
  for (const parent of parents.others) {
    const file = await objects.fileAt(parent, path, blob);
    if (file?.id === blob && blob !== undefined) {
      state.send(parent, new Map([[path, places]]));
      return undefined;
    }
    if (file !== undefined) found.push({ parent, path, file });
    else if (change.oldPath !== undefined && isAnyTouched(places, hunks)) {
      const oldPath = (await parents.renames(parent)).get(path);
      const old = oldPath === undefined ? undefined : await objects.fileAt(parent, oldPath, undefined);
      if (oldPath !== undefined && old !== undefined) found.push({ parent, path: oldPath, file: old });
    }
  }
  if (found.length === 0 || blob === undefined || !isAnyTouched(places, hunks)) return places;
  const own = await objects.read(blob);
  let left = places;
  for (const { parent, path: there, file } of found) {
    if (own === undefined || file.bytes === undefined) continue;
    const given = splitPlaces(left, hunks, diffLines(hashesOf(own), hashesOf(file.bytes)));
    state.send(parent, given.there.lines.length === 0 ? new Map() : new Map([[there, given.there]]));
    left = given.left;
  }
  return left;
}

function isAnyTouched(places: Places, hunks: readonly Hunk[]): boolean {
  return hunks.some((hunk) => isTouched(places, hunk));
}

/** Lines in hunks that stand in the other file go there; all else is left. */
function splitPlaces(
  places: Places,
  hunks: readonly Hunk[],
  placesThere: Int32Array,
): { there: Places; left: Places } {
  const there: [number, number][] = [];
  const left: [number, number][] = [];
  let at = 0;
  for (const [place, line] of places.lines.entries()) {
    const number = places.numbers[place] ?? 0;
    while (at < hunks.length && endOf(hunks[at]) <= number) at++;
    const isInside = number >= (hunks[at]?.newStart ?? Number.POSITIVE_INFINITY);
    const other = isInside ? (placesThere[number - 1] ?? -1) : -1;
    if (other >= 0) there.push([other + 1, line]);
    else left.push([number, line]);
  }
  return { there: sortedPlaces(there), left: sortedPlaces(left) };
}

function endOf(hunk: Hunk | undefined): number {
  return hunk === undefined ? 0 : hunk.newStart + hunk.newCount;
}

async function keepForFirst(merge: FollowedMerge, file: ChangedFile, toFirst: CommitPlaces): Promise<void> {
  const { state, objects, commit, isIgnored } = merge;
  const { change, hunks } = file;
  const [path, oldPath] = [change.newPath ?? '', change.oldPath];
  const texts = isAnyTouched(file.places, hunks) ? await textsOf(objects, change) : undefined;
  const carrier = carryPlaces(file.places);
  const edited: [number, number][] = [];
  for (const hunk of change.isBinary ? [wholeFile] : hunks) {
    const pairs = isTouched(file.places, hunk) ? texts?.(hunk) : undefined;
    carrier.hunk(hunk, (number, line) => {
      const pair = oldPath === undefined ? -1 : (pairs?.[number - hunk.newStart] ?? -1);
      const code = pair < 0 ? stepCodes.added : stepCodes.edited;
      if (pair < 0 || !isIgnored) state.record({ line, commit: commit.id, code, path, number });
      if (pair < 0) state.end(line);
      else edited.push([hunk.oldStart + pair, line]);
    });
  }
  if (oldPath === undefined) state.lose(new Map([[path, carrier.rest()]]));
  else {
    addPlaces(toFirst, oldPath, carrier.rest());
    addPlaces(toFirst, oldPath, sortedPlaces(edited));
  }
}

const wholeFile: Hunk = { oldStart: 0, oldCount: 0, newStart: 1, newCount: 2 ** 30 };

/** Pairs the lines of a hunk, once both texts of the file are read. */
async function textsOf(
  objects: ObjectReader,
  { oldBlob, newBlob }: FileChange,
): Promise<((hunk: Hunk) => Int32Array | undefined) | undefined> {
  const [before, after] = [
    oldBlob === undefined ? undefined : await objects.read(oldBlob),
    newBlob === undefined ? undefined : await objects.read(newBlob),
  ];
  if (before === undefined || after === undefined) return undefined;
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  return ({ oldStart, oldCount, newStart, newCount }) => {
    if (oldCount === 0 || oldCount + newCount > maxPairedLines) return undefined;
    return pairLines(
      wordsIn(before, oldLines.slice(oldStart - 1, oldStart - 1 + oldCount)),
      wordsIn(after, newLines.slice(newStart - 1, newStart - 1 + newCount)),
    );
  };
}

function wordsIn(bytes: Buffer, lines: readonly (readonly [number, number])[]): WordLists {
  const words = createWordLists();
  for (const [start, end] of lines) words.push(bytes, start, end);
  return words;
}

const lineFeed = 10;

function linesOf(bytes: Buffer): (readonly [number, number])[] {
  const lines: [number, number][] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    lines.push([start, end]);
    start = end + 1;
  }
  return lines;
}

function hashesOf(bytes: Buffer): Float64Array {
  return Float64Array.from(linesOf(bytes), ([start, end]) => hashLine(bytes, start, end));
}
