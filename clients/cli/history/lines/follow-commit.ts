/**
 * Follows lines from a commit to its only parent (or from a work tree to its commit) while reading the patch between
 * them. An unchanged line maps to itself, a moved line to the line removed elsewhere, and an edited line to the line
 * it was edited from. All other lines were added by the commit.
 */

import {
  mapPlaces,
  addPlaces,
  sortPlaces,
  type PlaceMapper,
  type CommitPlaces,
  type Places,
} from './line-places.ts';
import { findMoves } from './find-moves.ts';
import { createHunkLines, createTouchedLines, type HunkLines, type TouchedLines } from './hunk-lines.ts';
import { stepCodes } from './line-ledger.ts';
import type { StepCode } from './line-ledger.ts';
import type { FileChange, Hunk, PatchReceiver } from './read-patches.ts';
import type { WalkState } from './walk-state.ts';

/** Commits with more changed lines are not searched for edits and moves. */
const maxChangedLines = 200_000;
/** In a file whose lines git does not print, every line counts as changed. */
const wholeFile: Hunk = { oldStart: 0, oldCount: 0, newStart: 1, newCount: 2 ** 30 };

interface FollowedCommit {
  readonly state: WalkState;
  /** Places of the followed lines in the commit. The follower modifies them. */
  readonly places: CommitPlaces;
  /** Undefined for a work tree. */
  readonly id: string | undefined;
  /** Whether the commit only reformats. Its edits and moves are not recorded. */
  readonly isIgnored: boolean;
}

interface CommitFollower extends PatchReceiver {
  /** Ends the patch. @returns the places in the parent */
  finish(): CommitPlaces;
}

/** Buffers for a commit's patch, reused across commits to save allocations. */
export interface PatchBuffers {
  readonly touched: TouchedLines;
  readonly changes: HunkLines;
}

export function createPatchBuffers(): PatchBuffers {
  return { touched: createTouchedLines(), changes: createHunkLines() };
}

/** Do not pass the same buffers to another follower before `finish` returns. */
export function followCommit(commit: FollowedCommit, { touched, changes }: PatchBuffers): CommitFollower {
  const { places, isIgnored } = commit;
  touched.clear();
  changes.clear();
  const { files, open, mapHunk, close } = mapFiles(places);
  let changed = 0;
  let firstTouched = 0;

  const touchLines = (hunk: Hunk, firstAddedIndex: number | undefined): void => {
    firstTouched = touched.count;
    const file = files.length - 1;
    mapHunk(hunk, (number, line) => {
      const addedIndex = firstAddedIndex === undefined ? -1 : firstAddedIndex + number - hunk.newStart;
      touched.push({ line, number, file, addedIndex });
    });
  };

  return {
    file: (change) => {
      open(change);
      if (change.isBinary) touchLines(wholeFile, undefined);
    },
    hunk: (hunk) => {
      changed += hunk.oldCount + hunk.newCount;
      const isSearched = changed <= maxChangedLines;
      touchLines(hunk, isSearched ? changes.added.count : undefined);
      const isTouched = touched.count > firstTouched;
      changes.begin(hunk, { file: files.length - 1, isTouched });
      return { removed: isSearched, added: isSearched && isTouched };
    },
    removed: changes.pushRemoved,
    added: changes.pushAdded,
    hunkEnd: () => {
      if (touched.count === firstTouched) return;
      const findPair = changes.pairLines(isIgnored);
      for (let at = firstTouched; at < touched.count; at++) touched.setPair(at, findPair(touched.number(at)));
    },
    finish: () => {
      const isSearched = changed <= maxChangedLines;
      const { added, removed } = changes;
      const moves = isSearched ? findMoves(added, removed) : undefined;
      const parentPlaces = recordTouchedLines(
        commit,
        { files, touched, isPaired: isSearched },
        (addedIndex) => {
          const removedIndex = moves?.get(addedIndex);
          return removedIndex === undefined
            ? undefined
            : [files[removed.file(removedIndex)]?.oldPath ?? '', removed.number(removedIndex)];
        },
      );
      addUntouched(commit, close());
      for (const [path, pairs] of parentPlaces) addPlaces(places, path, sortPlaces(pairs));
      return places;
    },
  };
}

/** Processes the files of a patch in order. While a file's lines are followed, `places` does not contain the file. */
function mapFiles(places: CommitPlaces) {
  const files: FileChange[] = [];
  const mapped: [FileChange, Places][] = [];
  let mapper: PlaceMapper | undefined;
  const close = (): readonly (readonly [FileChange, Places])[] => {
    const change = files.at(-1);
    if (mapper !== undefined && change !== undefined) mapped.push([change, mapper.rest()]);
    mapper = undefined;
    return mapped;
  };
  const open = (change: FileChange): void => {
    close();
    files.push(change);
    const stored = change.newPath === undefined ? undefined : places.get(change.newPath);
    if (change.newPath === undefined || stored === undefined) return;
    places.delete(change.newPath);
    mapper = mapPlaces(stored);
  };
  const mapHunk: PlaceMapper['hunk'] = (hunk, onLine) => mapper?.hunk(hunk, onLine) ?? 0;
  return { files, open, mapHunk, close };
}

/** Adds the lines outside hunks under the old path. In a new file, their origin is unknown. */
function addUntouched(
  { state, places }: FollowedCommit,
  mapped: readonly (readonly [FileChange, Places])[],
): void {
  for (const [{ oldPath, newPath = '' }, rest] of mapped) {
    if (oldPath === undefined) state.endUnknown(new Map([[newPath, rest]]));
    else addPlaces(places, oldPath, rest);
  }
}

type Place = readonly [path: string, number: number];

/** Records the changes of the lines in hunks. @returns the places in the parent of the lines that continue there */
function recordTouchedLines(
  { state, id, isIgnored }: FollowedCommit,
  patch: { files: readonly FileChange[]; touched: TouchedLines; isPaired: boolean },
  findMoveSource: (addedIndex: number) => Place | undefined,
): ReadonlyMap<string, [number, number][]> {
  const parentPlaces = new Map<string, [number, number][]>();
  const { files, touched } = patch;
  for (let at = 0; at < touched.count; at++) {
    const [line, number] = [touched.line(at), touched.number(at)];
    const { newPath = '', oldPath = '' } = files[touched.file(at)] ?? {};
    const moved = findMoveSource(touched.addedIndex(at));
    const pair = patch.isPaired ? touched.pairedNumber(at) : 0;
    const origin: Place | undefined = moved ?? (pair > 0 ? [oldPath, pair] : undefined);
    const editCode = touched.isRenamed(at) ? stepCodes.renamed : stepCodes.edited;
    const code: StepCode =
      moved !== undefined ? stepCodes.moved : origin !== undefined ? editCode : stepCodes.added;
    if (!isIgnored || origin === undefined) state.record({ line, commit: id, code, path: newPath, number });
    if (origin === undefined) {
      state.end(line);
      continue;
    }
    const pairs = parentPlaces.get(origin[0]) ?? [];
    pairs.push([origin[1], line]);
    parentPlaces.set(origin[0], pairs);
  }
  return parentPlaces;
}
