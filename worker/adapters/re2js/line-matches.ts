/**
 * Finds where a pattern matches in a line: the leftmost match, and among matches with the same start, the one that a backtracking search would
 * find first. All candidates advance together in the order of their priority. A search can pause after any character and resume later.
 */

import { runeAt } from './line-automaton.ts';
import { conditionsBetween, createClosure, edge, type Program } from './program.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Work for one character and one candidate, in the units of `LineAutomaton`. */
const workPerCandidate = 8;

/** Searches for the first match at or after `from`. Yields the work done whenever it reaches `maxWork`, and at the end. */
export function createMatchSearch(
  program: Program,
  maxWork: number,
): (line: string, from: number) => Generator<number, Range | undefined> {
  const closure = createClosure(program);
  return function* firstMatch(line, from) {
    let candidates: Candidate[] = [];
    let match: Range | undefined;
    let previous = from === 0 ? edge : line.charCodeAt(from - 1);
    let work = 0;
    for (let index = from; index <= line.length;) {
      const next = index === line.length ? edge : runeAt(line, index, line.length);
      const conditions = conditionsBetween(previous, next);
      const nextCandidates: Candidate[] = [];
      closure.begin();
      if (match === undefined) candidates.push({ pc: program.start, start: index });
      for (const { pc, start } of candidates) {
        const visited = closure.follow(pc, conditions, (reader) => {
          const instruction = program.instructions[reader];
          if (instruction?.matchRune(next) === true) nextCandidates.push({ pc: instruction.out, start });
        });
        work += (Math.abs(visited) + 1) * workPerCandidate;
        if (visited >= 0) continue;
        match = { start, end: index };
        break;
      }
      if (next === edge || (match !== undefined && nextCandidates.length === 0)) break;
      candidates = nextCandidates;
      previous = next;
      index += next > 0xffff ? 2 : 1;
      if (work >= maxWork) {
        yield work;
        work = 0;
      }
    }
    yield work;
    return match;
  };
}

interface Candidate {
  readonly pc: number;
  /** Index at which the candidate's match starts. */
  readonly start: number;
}
