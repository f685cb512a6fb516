/**
 * Carries lines from a merge to its parents. Lines outside the patch against the first parent go there. A file that
 * another parent has unchanged goes to that parent as a whole; otherwise lines that another parent also has in the
 * file go to it. The merge made the rest.
 */

import {
  carryPlaces,
  isTouched,
  addPlaces,
  sortedPlaces,
  type CommitPlaces,
  type Places,
} from './line-places.ts';
import { diffLines } from './diff-lines.ts';
import { hashLine } from './hash-line.ts';
import { stepCodes } from './line-ledger.ts';
import type { ObjectReader, StoredFile } from './object-reader.ts';
import { pairLines } from './pair-lines.ts';
import type { CommitHeader, FileChange, Hunk, PatchReceiver } from './read-patches.ts';
import type { WalkState } from './walk-state.ts';
import { createWordLists } from './word-lists.ts';
import type { WordLists } from './word-lists.ts';

/** Hunks with more lines are not paired with the first parent's lines. */
const maxPairedLines = 5_000;

interface MergeFollower extends PatchReceiver {
  /** Ends the patch and sends the lines to the parents. */
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
      const renames = readRenames(merge);
      for (const file of files) {
        const left = await sendToOtherParents(merge, file, { others, renames });
        if (left !== undefined) await carryToFirstParent(merge, { ...file, places: left }, toFirst);
      }
      for (const [path, there] of toFirst) addPlaces(places, path, there);
      state.send(first, places);
    },
  };
}

type Renames = (parent: string) => Promise<ReadonlyMap<string, string>>;

function readRenames({ objects, commit }: FollowedMerge): Renames {
  const known = new Map<string, ReadonlyMap<string, string>>();
  return async (parent) => {
    const names = known.get(parent) ?? (await objects.oldNames(parent, commit.id));
    known.set(parent, names);
    return names;
  };
}

/**
 * @returns the remaining lines, from the first parent or made by the merge; undefined when a parent has the whole
 * file
 */
async function sendToOtherParents(
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
  const ownBytes = await objects.read(blob);
  let left = places;
  for (const { parent, path: there, file } of found) {
    if (ownBytes === undefined || file.bytes === undefined) continue;
    const split = splitPlaces(left, hunks, diffLines(hashLines(ownBytes), hashLines(file.bytes)));
    state.send(parent, split.there.lines.length === 0 ? new Map() : new Map([[there, split.there]]));
    left = split.left;
  }
  return left;
}

function isAnyTouched(places: Places, hunks: readonly Hunk[]): boolean {
  return hunks.some((hunk) => isTouched(places, hunk));
}

/** Splits off the lines in hunks that also occur in the other file. */
function splitPlaces(
  places: Places,
  hunks: readonly Hunk[],
  otherPlaces: Int32Array,
): { there: Places; left: Places } {
  const there: [number, number][] = [];
  const left: [number, number][] = [];
  let at = 0;
  for (const [place, line] of places.lines.entries()) {
    const number = places.numbers[place] ?? 0;
    while (at < hunks.length && hunkEndLine(hunks[at]) <= number) at++;
    const isInside = number >= (hunks[at]?.newStart ?? Number.POSITIVE_INFINITY);
    const other = isInside ? (otherPlaces[number - 1] ?? -1) : -1;
    if (other >= 0) there.push([other + 1, line]);
    else left.push([number, line]);
  }
  return { there: sortedPlaces(there), left: sortedPlaces(left) };
}

function hunkEndLine(hunk: Hunk | undefined): number {
  return hunk === undefined ? 0 : hunk.newStart + hunk.newCount;
}

async function carryToFirstParent(
  merge: FollowedMerge,
  file: ChangedFile,
  toFirst: CommitPlaces,
): Promise<void> {
  const { state, objects, commit, isIgnored } = merge;
  const { change, hunks } = file;
  const [path, oldPath] = [change.newPath ?? '', change.oldPath];
  const texts = isAnyTouched(file.places, hunks) ? await createHunkPairer(objects, change) : undefined;
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
  if (oldPath === undefined) state.endUnknown(new Map([[path, carrier.rest()]]));
  else {
    addPlaces(toFirst, oldPath, carrier.rest());
    addPlaces(toFirst, oldPath, sortedPlaces(edited));
  }
}

const wholeFile: Hunk = { oldStart: 0, oldCount: 0, newStart: 1, newCount: 2 ** 30 };

/** Reads both versions of the file. @returns a function that pairs the lines of a hunk */
async function createHunkPairer(
  objects: ObjectReader,
  { oldBlob, newBlob }: FileChange,
): Promise<((hunk: Hunk) => Int32Array | undefined) | undefined> {
  const [before, after] = [
    oldBlob === undefined ? undefined : await objects.read(oldBlob),
    newBlob === undefined ? undefined : await objects.read(newBlob),
  ];
  if (before === undefined || after === undefined) return undefined;
  const [oldLines, newLines] = [lineRanges(before), lineRanges(after)];
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

function lineRanges(bytes: Buffer): (readonly [number, number])[] {
  const lines: [number, number][] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    lines.push([start, end]);
    start = end + 1;
  }
  return lines;
}

function hashLines(bytes: Buffer): Float64Array {
  return Float64Array.from(lineRanges(bytes), ([start, end]) => hashLine(bytes, start, end));
}
