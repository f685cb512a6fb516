/**
 * Takes lines from one commit to its only parent (or from a work tree to its commit) while the patch between them is read: what
 * was there before goes on to where it stood, what was moved as the line that was taken away elsewhere, what was edited as the
 * line it was made of; the rest was added.
 */

import { carryPlaces } from './carry-places.ts';
import type { PlaceCarrier } from './carry-places.ts';
import { createChangedLines, findMoves } from './find-moves.ts';
import { countLetters, hashLine, wordsOf } from './line-facts.ts';
import { stepCodes } from './line-ledger.ts';
import type { StepCode } from './line-ledger.ts';
import { addPlaces, sortedPlaces } from './line-places.ts';
import type { CommitPlaces } from './line-places.ts';
import { createNumberList } from './number-list.ts';
import { pairLines } from './pair-lines.ts';
import type { FileChange, Hunk, PatchReceiver } from './read-patches.ts';
import type { WalkState } from './walk-state.ts';

/** Changed lines of a commit up to which lines are paired and moves are looked for. */
const maxChangedLines = 200_000;
/** Removed lines of one hunk whose words are kept. */
const maxRemovedWords = 50_000;
/** Of a file whose lines git does not print, all are changed. */
const wholeFile: Hunk = { oldStart: 0, oldCount: 0, newStart: 1, newCount: 2 ** 30 };

export interface FollowedCommit {
  readonly state: WalkState;
  /** The lines in it; taken over. */
  readonly places: CommitPlaces;
  /** Undefined for a work tree. */
  readonly id: string | undefined;
  /** Whether it is one of those that only reformat: lines it edited or moved are not told to have been changed by it. */
  readonly isIgnored: boolean;
}

export interface CommitFollower extends PatchReceiver {
  /** All of the patch was told. @returns the places in the parent. */
  finish(): CommitPlaces;
}

export function followCommit(commit: FollowedCommit): CommitFollower {
  const { places, isIgnored } = commit;
  const files: FileChange[] = [];
  const met = createMetLines();
  const [added, removed] = [createChangedLines(), createChangedLines()];
  const carried: [FileChange, ReturnType<PlaceCarrier['rest']>][] = [];
  let carrier: PlaceCarrier | undefined;
  let changed = 0;
  let hunk: Hunk = wholeFile;
  let firstMet = 0;
  let read = { removed: 0, added: 0 };
  let words: { removed: Uint32Array[]; added: Uint32Array[] } = { removed: [], added: [] };

  const closeFile = (): void => {
    const change = files.at(-1);
    if (carrier !== undefined && change !== undefined) carried.push([change, carrier.rest()]);
    carrier = undefined;
  };
  const meet = (next: Hunk): number => {
    hunk = next;
    firstMet = met.count;
    const isTold = changed <= maxChangedLines && next !== wholeFile;
    const firstAdded = added.count - next.newStart;
    const file = files.length - 1;
    const each = (number: number, line: number): void =>
      met.push({ line, number, file, place: isTold ? firstAdded + number : -1 });
    return carrier?.hunk(next, each) ?? 0;
  };

  return {
    file: (change) => {
      closeFile();
      files.push(change);
      const there = change.newPath === undefined ? undefined : places.get(change.newPath);
      if (change.newPath === undefined || there === undefined) return;
      places.delete(change.newPath);
      carrier = carryPlaces(there);
      if (change.isBinary) meet(wholeFile);
    },
    hunk: (next) => {
      changed += next.oldCount + next.newCount;
      read = { removed: 0, added: 0 };
      words = { removed: [], added: [] };
      const isMet = meet(next) > 0;
      const isSmall = changed <= maxChangedLines;
      return { removed: isSmall, added: isSmall && isMet };
    },
    removed: (bytes, start, end) => {
      const number = hunk.oldStart + read.removed++;
      removed.push({ file: files.length - 1, number, hash: hashLine(bytes, start, end), letters: 0 });
      if (met.count > firstMet && words.removed.length < maxRemovedWords)
        words.removed.push(wordsOf(bytes, start, end));
    },
    added: (bytes, start, end) => {
      const number = hunk.newStart + read.added++;
      const letters = countLetters(bytes, start, end);
      added.push({ file: files.length - 1, number, hash: hashLine(bytes, start, end), letters });
      if (words.removed.length > 0) words.added.push(wordsOf(bytes, start, end));
    },
    hunkEnd: () => {
      if (met.count === firstMet || words.removed.length === 0) return;
      const pairs = pairLines(words.removed, words.added, isIgnored);
      for (let at = firstMet; at < met.count; at++) {
        const pair = pairs[met.number(at) - hunk.newStart] ?? -1;
        if (pair >= 0) met.pair(at, hunk.oldStart + pair);
      }
    },
    finish: () => {
      closeFile();
      const isSmall = changed <= maxChangedLines;
      const moves = isSmall ? findMoves(added, removed) : new Map<number, number>();
      const next = settleLines(commit, { files, met, isPaired: isSmall }, (place) => {
        const from = moves.get(place);
        return from === undefined
          ? undefined
          : [files[removed.file(from)]?.oldPath ?? '', removed.number(from)];
      });
      for (const [change, rest] of carried) {
        const path = change.oldPath;
        if (path === undefined) commit.state.lose(new Map([[change.newPath ?? '', rest]]));
        else addPlaces(places, path, rest);
      }
      for (const [path, pairs] of next) addPlaces(places, path, sortedPlaces(pairs));
      return places;
    },
  };
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
    const code: StepCode =
      moved !== undefined ? stepCodes.moved : from !== undefined ? stepCodes.edited : stepCodes.added;
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

/** Followed lines that stand in hunks, in the order of the patch. */
interface MetLines {
  readonly count: number;
  /** `place`: among the commit's added lines; -1 where those are not known. */
  push(met: { line: number; number: number; file: number; place: number }): void;
  line(at: number): number;
  number(at: number): number;
  file(at: number): number;
  place(at: number): number;
  /** The number of the old line it was made of; 0 for none. */
  pairOf(at: number): number;
  pair(at: number, number: number): void;
}

function createMetLines(): MetLines {
  const [lines, numbers, files] = [createNumberList(), createNumberList(), createNumberList()];
  const [places, pairs] = [createNumberList(), createNumberList()];
  return {
    get count() {
      return lines.length;
    },
    push: ({ line, number, file, place }) => {
      lines.push(line);
      numbers.push(number);
      files.push(file);
      places.push(place);
      pairs.push(0);
    },
    line: (at) => lines.at(at),
    number: (at) => numbers.at(at),
    file: (at) => files.at(at),
    place: (at) => places.at(at),
    pairOf: (at) => pairs.at(at),
    pair: (at, number) => pairs.set(at, number),
  };
}
