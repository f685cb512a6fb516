/**
 * What every followed line has been through, the last change first. Lines are numbers from 0; 13 bytes each and 16 for every
 * commit it went through, so that a million lines of three commits each cost 61 MB.
 */

import { createNumberList } from './number-list.ts';

/** Commits kept of one line, as the server keeps them: the last ones, and the one that brought it first. */
export const maxLineage = 12;

/** As on the wire. */
export const stepCodes = { added: 0, edited: 1, moved: 2, renamed: 3 } as const;
export type StepCode = (typeof stepCodes)[keyof typeof stepCodes];

export interface Step {
  /** Numbers their owner gives commits and paths. */
  readonly commit: number;
  readonly code: StepCode;
  readonly path: number;
}

export interface LineLedger {
  readonly lines: number;
  /** Adds what an older commit did to a line. @param number of the line in the file as that commit left it. */
  add(line: number, step: Step, number: number): void;
  /** The last change first. */
  stepsOf(line: number): readonly Step[];
  /** Numbers of all commits any line's steps name. */
  namedCommits(): ReadonlySet<number>;
  /** Its number in the file as its last change left it. */
  numberOf(line: number): number;
}

const none = -1;

export function createLineLedger(lines: number): LineLedger {
  const first = new Int32Array(lines).fill(none);
  const last = new Int32Array(lines).fill(none);
  const numbers = new Int32Array(lines);
  const counts = new Uint8Array(lines);
  const [commits, codes, paths, next] = [
    createNumberList(),
    createNumberList(),
    createNumberList(),
    createNumberList(),
  ];
  return {
    lines,
    add: (line, { commit, code, path }, number) => {
      const count = counts[line] ?? 0;
      const end = last[line] ?? none;
      if (count === maxLineage) {
        commits.set(end, commit);
        codes.set(end, code);
        paths.set(end, path);
        return;
      }
      const at = commits.length;
      commits.push(commit);
      codes.push(code);
      paths.push(path);
      next.push(none);
      if (count === 0) {
        first[line] = at;
        numbers[line] = number;
      } else next.set(end, at);
      last[line] = at;
      counts[line] = count + 1;
    },
    stepsOf: (line) => {
      const steps: Step[] = [];
      for (let at = first[line] ?? none; at !== none; at = next.at(at))
        steps.push({ commit: commits.at(at), code: stepCode(codes.at(at)), path: paths.at(at) });
      return steps;
    },
    namedCommits: () => {
      const named = new Set<number>();
      for (let at = 0; at < commits.length; at++) named.add(commits.at(at));
      return named;
    },
    numberOf: (line) => numbers[line] ?? 0,
  };
}

function stepCode(code: number): StepCode {
  return Object.values(stepCodes).find((one) => one === code) ?? stepCodes.added;
}
