/**
 * The lines still followed, commit by commit, and what was found of them. A line is either on its way to one commit or ended;
 * commits and paths are known by numbers here.
 */

import { createLineLedger, stepCodes } from './line-ledger.ts';
import type { LineLedger, StepCode } from './line-ledger.ts';
import { joinPlaces } from './line-places.ts';
import type { CommitPlaces } from './line-places.ts';

export interface WalkState {
  readonly ledger: LineLedger;
  /** Commit ids and paths by their numbers; the id of number 0 stands for what is not known. */
  readonly commits: readonly (string | undefined)[];
  readonly paths: readonly string[];
  /** Lines not ended yet. */
  readonly open: number;
  /** The lines on their way to a commit, which they are taken from. */
  take(commit: string): CommitPlaces | undefined;
  /** Sends lines on; the places are the state's from then on. */
  send(commit: string, places: CommitPlaces): void;
  record(at: RecordedStep): void;
  /** The line goes no further. */
  end(line: number): void;
  /** Lines whose origin is not known, wherever they stand. */
  lose(places: CommitPlaces): void;
  /** The same of all that are left. */
  loseAll(): void;
}

interface RecordedStep {
  readonly line: number;
  /** Undefined where there is none: the line is not committed. */
  readonly commit: string | undefined;
  readonly code: StepCode;
  /** Its file and its number as the commit left them. */
  readonly path: string;
  readonly number: number;
}

export function createWalkState(lines: number): WalkState {
  const ledger = createLineLedger(lines);
  const waiting = new Map<string, CommitPlaces>();
  const commits: (string | undefined)[] = [undefined];
  const paths: string[] = [];
  const commitNumbers = new Map<string, number>();
  const pathNumbers = new Map<string, number>();
  let open = lines;

  const record = ({ line, commit, code, path, number }: RecordedStep): void => {
    const numbered = commit === undefined ? 0 : numberOf(commitNumbers, commits, commit);
    ledger.add(line, { commit: numbered, code, path: numberOf(pathNumbers, paths, path) }, number);
  };
  const lose = (places: CommitPlaces): void => {
    for (const [path, { numbers, lines: lost }] of places) {
      for (const [at, line] of lost.entries())
        record({ line, commit: undefined, code: stepCodes.added, path, number: numbers[at] ?? 0 });
      open -= lost.length;
    }
  };

  return {
    ledger,
    commits,
    paths,
    get open() {
      return open;
    },
    take: (commit) => {
      const places = waiting.get(commit);
      waiting.delete(commit);
      return places;
    },
    send: (commit, places) => {
      if (places.size === 0) return;
      const there = waiting.get(commit);
      waiting.set(commit, there === undefined ? places : joinPlaces(there, places));
    },
    record,
    end: () => {
      open--;
    },
    lose,
    loseAll: () => {
      for (const places of waiting.values()) lose(places);
      waiting.clear();
    },
  };
}

/** Numbers a value the first time it is met. */
function numberOf(numbers: Map<string, number>, values: (string | undefined)[], value: string): number {
  const known = numbers.get(value) ?? values.length;
  if (known === values.length) {
    values.push(value);
    numbers.set(value, known);
  }
  return known;
}
