/**
 * Records the history of every followed line, newest change first. It needs 13 bytes per line and 16 per recorded
 * change, so a million lines with three changes each need 61 MB.
 */

import { createNumberList } from './number-list.ts';

/** Maximum changes stored per line, as on the server: the newest changes, and the one that added the line. */
const maxStepsPerLine = 12;

/** The codes of the wire format. */
export const stepCodes = { added: 0, edited: 1, moved: 2, renamed: 3 } as const;
export type StepCode = (typeof stepCodes)[keyof typeof stepCodes];

export interface Step {
  /** Commits and paths by their numbers in the walk. */
  readonly commit: number;
  readonly code: StepCode;
  readonly path: number;
}

export interface LineLedger {
  readonly lines: number;
  /** Adds an older change of a line. @param number the line's number in the file after that commit */
  add(line: number, step: Step, number: number): void;
  /** Returns the line's changes, newest first. */
  lineSteps(line: number): readonly Step[];
  /** Returns the numbers of all commits in any line's history. */
  referencedCommits(): ReadonlySet<number>;
  /** Returns the line's number in the file after its last change. */
  lastLineNumber(line: number): number;
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
      if (count === maxStepsPerLine) {
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
    lineSteps: (line) => {
      const steps: Step[] = [];
      for (let at = first[line] ?? none; at !== none; at = next.at(at))
        steps.push({ commit: commits.at(at), code: stepCode(codes.at(at)), path: paths.at(at) });
      return steps;
    },
    referencedCommits: () => {
      const referenced = new Set<number>();
      for (let at = 0; at < commits.length; at++) referenced.add(commits.at(at));
      return referenced;
    },
    lastLineNumber: (line) => numbers[line] ?? 0,
  };
}

function stepCode(code: number): StepCode {
  return Object.values(stepCodes).find((known) => known === code) ?? stepCodes.added;
}
