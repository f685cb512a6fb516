/**
 * Stores the state of the history walk: places of the lines that are still followed, and the changes found so far. A
 * line is either pending at one commit or ended. Commits and paths are numbered.
 */

import { createLineLedger, stepCodes } from './line-ledger.ts';
import type { LineLedger, StepCode } from './line-ledger.ts';
import { mergeCommitPlaces } from './line-places.ts';
import type { CommitPlaces } from './line-places.ts';

export interface WalkState {
  readonly ledger: LineLedger;
  /** Commit ids and paths by number; number 0 is the unknown commit. */
  readonly commits: readonly (string | undefined)[];
  readonly paths: readonly string[];
  /** Number of lines that are still followed. */
  readonly openLines: number;
  /** Removes and returns the lines pending at a commit. */
  removePending(commit: string): CommitPlaces | undefined;
  /** Makes lines pending at a commit. The state then owns the places. */
  addPending(commit: string, places: CommitPlaces): void;
  /** Records a change of a line. */
  record(step: RecordedStep): void;
  /** Stops following a line. */
  end(line: number): void;
  /** Stops following lines and records an unknown origin for them. */
  endUnknown(places: CommitPlaces): void;
  /** Stops following all remaining lines and records an unknown origin for them. */
  endAllUnknown(): void;
}

interface RecordedStep {
  readonly line: number;
  /** Undefined when the line is not committed. */
  readonly commit: string | undefined;
  readonly code: StepCode;
  /** The file and line number after the commit. */
  readonly path: string;
  readonly number: number;
}

export function createWalkState(lines: number): WalkState {
  const ledger = createLineLedger(lines);
  const pending = new Map<string, CommitPlaces>();
  const commits: (string | undefined)[] = [undefined];
  const paths: string[] = [];
  const commitNumbers = new Map<string, number>();
  const pathNumbers = new Map<string, number>();
  let open = lines;

  const record = ({ line, commit, code, path, number }: RecordedStep): void => {
    const commitNumber = commit === undefined ? 0 : assignNumber(commitNumbers, commits, commit);
    ledger.add(line, { commit: commitNumber, code, path: assignNumber(pathNumbers, paths, path) }, number);
  };
  const endWithUnknownOrigin = (places: CommitPlaces): void => {
    for (const [path, { numbers, lines: fileLines }] of places) {
      for (const [at, line] of fileLines.entries())
        record({ line, commit: undefined, code: stepCodes.added, path, number: numbers[at] ?? 0 });
      open -= fileLines.length;
    }
  };

  return {
    ledger,
    commits,
    paths,
    get openLines() {
      return open;
    },
    removePending: (commit) => {
      const places = pending.get(commit);
      pending.delete(commit);
      return places;
    },
    addPending: (commit, places) => {
      if (places.size === 0) return;
      const existing = pending.get(commit);
      pending.set(commit, existing === undefined ? places : mergeCommitPlaces(existing, places));
    },
    record,
    end: () => {
      open--;
    },
    endUnknown: endWithUnknownOrigin,
    endAllUnknown: () => {
      for (const places of pending.values()) endWithUnknownOrigin(places);
      pending.clear();
    },
  };
}

/** Assigns the next number to a new value. */
function assignNumber(numbers: Map<string, number>, values: (string | undefined)[], value: string): number {
  const number = numbers.get(value) ?? values.length;
  if (number === values.length) {
    values.push(value);
    numbers.set(value, number);
  }
  return number;
}
