/**
 * Carries lines from a commit to its only parent (or from a work tree to its commit) while reading the patch between
 * them. Unchanged lines keep their line, moved lines go to the line removed elsewhere, edited lines to the line they
 * were edited from. All others were added.
 */

import {
  carryPlaces,
  addPlaces,
  sortedPlaces,
  type PlaceCarrier,
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
  /** Places of the followed lines; the follower modifies them. */
  readonly places: CommitPlaces;
  /** Undefined for a work tree. */
  readonly id: string | undefined;
  /** Whether the commit only reformats. Its edits and moves are not recorded. */
  readonly isIgnored: boolean;
}

interface CommitFollower extends PatchReceiver {
  /** Ends the patch. @returns the places in the parent. */
  finish(): CommitPlaces;
}

/** Buffers for a commit's patch, reused across commits to save allocations. */
export interface PatchBuffers {
  readonly met: TouchedLines;
  readonly changes: HunkLines;
}

export function createPatchBuffers(): PatchBuffers {
  return { met: createTouchedLines(), changes: createHunkLines() };
}

/** The buffers must not be shared until the commit is finished. */
export function followCommit(commit: FollowedCommit, { met, changes }: PatchBuffers): CommitFollower {
  const { places, isIgnored } = commit;
  met.clear();
  changes.clear();
  const { files, open, carry, close } = carryFiles(places);
  let changed = 0;
  let firstTouched = 0;

  const takeHunk = (hunk: Hunk, firstAdded: number | undefined): void => {
    firstTouched = met.count;
    const file = files.length - 1;
    carry(hunk, (number, line) => {
      const place = firstAdded === undefined ? -1 : firstAdded + number - hunk.newStart;
      met.push({ line, number, file, place });
    });
  };

  return {
    file: (change) => {
      open(change);
      if (change.isBinary) takeHunk(wholeFile, undefined);
    },
    hunk: (hunk) => {
      changed += hunk.oldCount + hunk.newCount;
      const isSmall = changed <= maxChangedLines;
      takeHunk(hunk, isSmall ? changes.added.count : undefined);
      const isTouched = met.count > firstTouched;
      changes.begin(hunk, { file: files.length - 1, isTouched: isTouched });
      return { removed: isSmall, added: isSmall && isTouched };
    },
    removed: changes.takeRemoved,
    added: changes.takeAdded,
    hunkEnd: () => {
      if (met.count === firstTouched) return;
      const findPair = changes.pairs(isIgnored);
      for (let at = firstTouched; at < met.count; at++) met.setPair(at, findPair(met.number(at)));
    },
    finish: () => {
      const isSmall = changed <= maxChangedLines;
      const { added, removed } = changes;
      const moves = isSmall ? findMoves(added, removed) : undefined;
      const next = recordTouchedLines(commit, { files, met, isPaired: isSmall }, (place) => {
        const from = moves?.get(place);
        return from === undefined
          ? undefined
          : [files[removed.file(from)]?.oldPath ?? '', removed.number(from)];
      });
      addUntouched(commit, close());
      for (const [path, pairs] of next) addPlaces(places, path, sortedPlaces(pairs));
      return places;
    },
  };
}

/** Processes the files of a patch in order. A file leaves the places while its lines are carried. */
function carryFiles(places: CommitPlaces) {
  const files: FileChange[] = [];
  const carried: [FileChange, Places][] = [];
  let carrier: PlaceCarrier | undefined;
  const close = (): readonly (readonly [FileChange, Places])[] => {
    const change = files.at(-1);
    if (carrier !== undefined && change !== undefined) carried.push([change, carrier.rest()]);
    carrier = undefined;
    return carried;
  };
  const open = (change: FileChange): void => {
    close();
    files.push(change);
    const stored = change.newPath === undefined ? undefined : places.get(change.newPath);
    if (change.newPath === undefined || stored === undefined) return;
    places.delete(change.newPath);
    carrier = carryPlaces(stored);
  };
  const carry: PlaceCarrier['hunk'] = (hunk, each) => carrier?.hunk(hunk, each) ?? 0;
  return { files, open, carry, close };
}

/** Lines outside hunks continue under the old path. In a new file, their origin is unknown. */
function addUntouched(
  { state, places }: FollowedCommit,
  carried: readonly (readonly [FileChange, Places])[],
): void {
  for (const [{ oldPath, newPath = '' }, rest] of carried) {
    if (oldPath === undefined) state.endUnknown(new Map([[newPath, rest]]));
    else addPlaces(places, oldPath, rest);
  }
}

type Place = readonly [path: string, number: number];

/** Records the changes of the lines in hunks. @returns the old places of the lines that continue. */
function recordTouchedLines(
  { state, id, isIgnored }: FollowedCommit,
  of: { files: readonly FileChange[]; met: TouchedLines; isPaired: boolean },
  movedFrom: (place: number) => Place | undefined,
): ReadonlyMap<string, [number, number][]> {
  const next = new Map<string, [number, number][]>();
  const { files, met } = of;
  for (let at = 0; at < met.count; at++) {
    const [line, number] = [met.line(at), met.number(at)];
    const { newPath = '', oldPath = '' } = files[met.file(at)] ?? {};
    const moved = movedFrom(met.place(at));
    const pair = of.isPaired ? met.pairedNumber(at) : 0;
    const from: Place | undefined = moved ?? (pair > 0 ? [oldPath, pair] : undefined);
    const edited = met.isRenamed(at) ? stepCodes.renamed : stepCodes.edited;
    const code: StepCode =
      moved !== undefined ? stepCodes.moved : from !== undefined ? edited : stepCodes.added;
    if (!isIgnored || from === undefined) state.record({ line, commit: id, code, path: newPath, number });
    if (from === undefined) {
      state.end(line);
      continue;
    }
    const there = next.get(from[0]) ?? [];
    there.push([from[1], line]);
    next.set(from[0], there);
  }
  return next;
}
