/**
 * Takes lines from one commit to its only parent (or from a work tree to its commit) while the patch between them is read: what
 * was there before goes on to where it stood, what was moved as the line that was taken away elsewhere, what was edited as the
 * line it was made of; the rest was added.
 */

import { carryPlaces } from './carry-places.ts';
import type { PlaceCarrier } from './carry-places.ts';
import { findMoves } from './find-moves.ts';
import { createHunkLines } from './hunk-lines.ts';
import type { HunkLines } from './hunk-lines.ts';
import { stepCodes } from './line-ledger.ts';
import type { StepCode } from './line-ledger.ts';
import { addPlaces, sortedPlaces } from './line-places.ts';
import type { CommitPlaces, Places } from './line-places.ts';
import { createMetLines } from './met-lines.ts';
import type { MetLines } from './met-lines.ts';
import type { FileChange, Hunk, PatchReceiver } from './read-patches.ts';
import type { WalkState } from './walk-state.ts';

/** Changed lines of a commit up to which lines are paired and moves are looked for. */
const maxChangedLines = 200_000;
/** Of a file whose lines git does not print, all are changed. */
const wholeFile: Hunk = { oldStart: 0, oldCount: 0, newStart: 1, newCount: 2 ** 30 };

interface FollowedCommit {
  readonly state: WalkState;
  /** The lines in it; taken over. */
  readonly places: CommitPlaces;
  /** Undefined for a work tree. */
  readonly id: string | undefined;
  /** Whether it is one of those that only reformat: lines it edited or moved are not told to have been changed by it. */
  readonly isIgnored: boolean;
}

interface CommitFollower extends PatchReceiver {
  /** All of the patch was told. @returns the places in the parent. */
  finish(): CommitPlaces;
}

/** What is read of a commit's patch, kept from one commit to the next for its memory alone. */
export interface PatchMemory {
  readonly met: MetLines;
  readonly changes: HunkLines;
}

export function createPatchMemory(): PatchMemory {
  return { met: createMetLines(), changes: createHunkLines() };
}

/** @param memory of nobody else until the commit is finished. */
export function followCommit(commit: FollowedCommit, { met, changes }: PatchMemory): CommitFollower {
  const { places, isIgnored } = commit;
  met.clear();
  changes.clear();
  const { files, open, carry, close } = carryFiles(places);
  let changed = 0;
  let firstMet = 0;

  const meet = (hunk: Hunk, firstAdded: number | undefined): void => {
    firstMet = met.count;
    const file = files.length - 1;
    carry(hunk, (number, line) => {
      const place = firstAdded === undefined ? -1 : firstAdded + number - hunk.newStart;
      met.push({ line, number, file, place });
    });
  };

  return {
    file: (change) => {
      open(change);
      if (change.isBinary) meet(wholeFile, undefined);
    },
    hunk: (hunk) => {
      changed += hunk.oldCount + hunk.newCount;
      const isSmall = changed <= maxChangedLines;
      meet(hunk, isSmall ? changes.added.count : undefined);
      const isMet = met.count > firstMet;
      changes.begin(hunk, { file: files.length - 1, isMet });
      return { removed: isSmall, added: isSmall && isMet };
    },
    removed: changes.takeRemoved,
    added: changes.takeAdded,
    hunkEnd: () => {
      if (met.count === firstMet) return;
      const pairOf = changes.pairs(isIgnored);
      for (let at = firstMet; at < met.count; at++) met.pair(at, pairOf(met.number(at)));
    },
    finish: () => {
      const isSmall = changed <= maxChangedLines;
      const { added, removed } = changes;
      const moves = isSmall ? findMoves(added, removed) : undefined;
      const next = settleLines(commit, { files, met, isPaired: isSmall }, (place) => {
        const from = moves?.get(place);
        return from === undefined
          ? undefined
          : [files[removed.file(from)]?.oldPath ?? '', removed.number(from)];
      });
      addCarried(commit, close());
      for (const [path, pairs] of next) addPlaces(places, path, sortedPlaces(pairs));
      return places;
    },
  };
}

/** The files of a patch one after another, each taken out of the places while its lines are carried. */
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
    const there = change.newPath === undefined ? undefined : places.get(change.newPath);
    if (change.newPath === undefined || there === undefined) return;
    places.delete(change.newPath);
    carrier = carryPlaces(there);
  };
  const carry: PlaceCarrier['hunk'] = (hunk, each) => carrier?.hunk(hunk, each) ?? 0;
  return { files, open, carry, close };
}

/** Lines no hunk touched go on under the old name; a file that has none yet holds no more lines than it came with. */
function addCarried(
  { state, places }: FollowedCommit,
  carried: readonly (readonly [FileChange, Places])[],
): void {
  for (const [{ oldPath, newPath = '' }, rest] of carried) {
    if (oldPath === undefined) state.lose(new Map([[newPath, rest]]));
    else addPlaces(places, oldPath, rest);
  }
}

type Place = readonly [path: string, number: number];

/** Records what became of the lines in hunks. @returns where those of them that go on stood before. */
function settleLines(
  { state, id, isIgnored }: FollowedCommit,
  of: { files: readonly FileChange[]; met: MetLines; isPaired: boolean },
  movedFrom: (place: number) => Place | undefined,
): ReadonlyMap<string, [number, number][]> {
  const next = new Map<string, [number, number][]>();
  const { files, met } = of;
  for (let at = 0; at < met.count; at++) {
    const [line, number] = [met.line(at), met.number(at)];
    const { newPath = '', oldPath = '' } = files[met.file(at)] ?? {};
    const moved = movedFrom(met.place(at));
    const pair = of.isPaired ? met.pairOf(at) : 0;
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
