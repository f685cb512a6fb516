/**
 * Follows lines from a merge to its parents. Lines outside the patch against the first parent go to that parent. If
 * another parent has the identical file, all its lines go to that parent; otherwise, only those that the parent's
 * version contains. The merge added or edited the remaining lines.
 */

import {
  mapPlaces,
  isTouched,
  addPlaces,
  sortPlaces,
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
      const filePlaces = change.newPath === undefined ? undefined : places.get(change.newPath);
      current = filePlaces === undefined ? undefined : { change, places: filePlaces, hunks: [] };
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
      const [first = '', ...otherParents] = commit.parents;
      for (const file of files) places.delete(file.change.newPath ?? '');
      const firstParentPlaces: CommitPlaces = new Map();
      const readRenames = createRenameReader(merge);
      for (const file of files) {
        const remaining = await sendToOtherParents(merge, file, { others: otherParents, readRenames });
        if (remaining !== undefined)
          await followToFirstParent(merge, { ...file, places: remaining }, firstParentPlaces);
      }
      for (const [path, filePlaces] of firstParentPlaces) addPlaces(places, path, filePlaces);
      state.addPending(first, places);
    },
  };
}

type RenameReader = (parent: string) => Promise<ReadonlyMap<string, string>>;

function createRenameReader({ objects, commit }: FollowedMerge): RenameReader {
  const renamesByParent = new Map<string, ReadonlyMap<string, string>>();
  return async (parent) => {
    const renames = renamesByParent.get(parent) ?? (await objects.listRenames(parent, commit.id));
    renamesByParent.set(parent, renames);
    return renames;
  };
}

/**
 * @returns the remaining lines, which come from the first parent or the merge; undefined when another parent has the
 * identical file
 */
async function sendToOtherParents(
  merge: FollowedMerge,
  { change, places, hunks }: ChangedFile,
  parents: { others: readonly string[]; readRenames: RenameReader },
): Promise<Places | undefined> {
  const { state, commit, objects } = merge;
  const path = change.newPath ?? '';
  const blob = change.newBlob ?? (await objects.fileAt(commit.id, path, undefined))?.id;
  const candidates: { parent: string; path: string; file: StoredFile }[] = [];
  for (const parent of parents.others) {
    const file = await objects.fileAt(parent, path, blob);
    if (file?.id === blob && blob !== undefined) {
      state.addPending(parent, new Map([[path, places]]));
      return undefined;
    }
    if (file !== undefined) candidates.push({ parent, path, file });
    else if (change.oldPath !== undefined && isAnyTouched(places, hunks)) {
      const oldPath = (await parents.readRenames(parent)).get(path);
      const old = oldPath === undefined ? undefined : await objects.fileAt(parent, oldPath, undefined);
      if (oldPath !== undefined && old !== undefined) candidates.push({ parent, path: oldPath, file: old });
    }
  }
  if (candidates.length === 0 || blob === undefined || !isAnyTouched(places, hunks)) return places;
  const mergedBytes = await objects.read(blob);
  let remaining = places;
  for (const { parent, path: pathInParent, file } of candidates) {
    if (mergedBytes === undefined || file.bytes === undefined) continue;
    const split = splitPlaces(remaining, hunks, diffLines(hashLines(mergedBytes), hashLines(file.bytes)));
    if (split.inParent.lines.length > 0) state.addPending(parent, new Map([[pathInParent, split.inParent]]));
    remaining = split.remaining;
  }
  return remaining;
}

function isAnyTouched(places: Places, hunks: readonly Hunk[]): boolean {
  return hunks.some((hunk) => isTouched(places, hunk));
}

/** Separates the lines in hunks that also occur in the other file. */
function splitPlaces(
  places: Places,
  hunks: readonly Hunk[],
  otherPositions: Int32Array,
): { inParent: Places; remaining: Places } {
  const inParent: [number, number][] = [];
  const remaining: [number, number][] = [];
  let at = 0;
  for (const [index, line] of places.lines.entries()) {
    const number = places.numbers[index] ?? 0;
    while (at < hunks.length && hunkEndLine(hunks[at]) <= number) at++;
    const isInside = number >= (hunks[at]?.newStart ?? Number.POSITIVE_INFINITY);
    const position = isInside ? (otherPositions[number - 1] ?? -1) : -1;
    if (position >= 0) inParent.push([position + 1, line]);
    else remaining.push([number, line]);
  }
  return { inParent: sortPlaces(inParent), remaining: sortPlaces(remaining) };
}

function hunkEndLine(hunk: Hunk | undefined): number {
  return hunk === undefined ? 0 : hunk.newStart + hunk.newCount;
}

async function followToFirstParent(
  merge: FollowedMerge,
  file: ChangedFile,
  firstParentPlaces: CommitPlaces,
): Promise<void> {
  const { state, objects, commit, isIgnored } = merge;
  const { change, hunks } = file;
  const [path, oldPath] = [change.newPath ?? '', change.oldPath];
  const pairHunk = isAnyTouched(file.places, hunks) ? await createHunkPairer(objects, change) : undefined;
  const mapper = mapPlaces(file.places);
  const edited: [number, number][] = [];
  for (const hunk of change.isBinary ? [wholeFile] : hunks) {
    const pairs = isTouched(file.places, hunk) ? pairHunk?.(hunk) : undefined;
    mapper.hunk(hunk, (number, line) => {
      const pair = oldPath === undefined ? -1 : (pairs?.[number - hunk.newStart] ?? -1);
      const code = pair < 0 ? stepCodes.added : stepCodes.edited;
      if (pair < 0 || !isIgnored) state.record({ line, commit: commit.id, code, path, number });
      if (pair < 0) state.end(line);
      else edited.push([hunk.oldStart + pair, line]);
    });
  }
  if (oldPath === undefined) state.endUnknown(new Map([[path, mapper.rest()]]));
  else {
    addPlaces(firstParentPlaces, oldPath, mapper.rest());
    addPlaces(firstParentPlaces, oldPath, sortPlaces(edited));
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
      collectWords(before, oldLines.slice(oldStart - 1, oldStart - 1 + oldCount)),
      collectWords(after, newLines.slice(newStart - 1, newStart - 1 + newCount)),
    );
  };
}

function collectWords(bytes: Buffer, lines: readonly (readonly [number, number])[]): WordLists {
  const words = createWordLists();
  for (const [start, end] of lines) words.push(bytes, start, end);
  return words;
}

const lineFeed = 10;

function lineRanges(bytes: Buffer): (readonly [number, number])[] {
  const lines: [number, number][] = [];
  for (let start = 0; start < bytes.length;) {
    const lineEnd = bytes.indexOf(lineFeed, start);
    const end = lineEnd < 0 ? bytes.length : lineEnd;
    lines.push([start, end]);
    start = end + 1;
  }
  return lines;
}

function hashLines(bytes: Buffer): Float64Array {
  return Float64Array.from(lineRanges(bytes), ([start, end]) => hashLine(bytes, start, end));
}
