/**
 * Finds where a pattern matches in a line: the leftmost match, and of those that start there the one a backtracking search would find first.
 * All candidates advance together in the order of their priority. A search can pause after any character and resume later.
 */

import { runeAt } from './line-automaton.ts';
import { conditionsBetween, createClosure, edge, type Program } from './program.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Work for one character and one candidate, in the units of `LineAutomaton`. */
const workPerCandidate = 8;

/** Searches for the first match at or after `from`. Yields the work done whenever it exceeds `slice`. */
export function createMatchSearch(
  program: Program,
  slice: number,
): (line: string, from: number) => Generator<number, Range | undefined> {
  const closure = createClosure(program);
  return function* firstMatch(line, from) {
    let candidates: Candidate[] = [];
    let found: Range | undefined;
    let previous = from === 0 ? edge : line.charCodeAt(from - 1);
    let work = 0;
    for (let at = from; at <= line.length;) {
      const next = at === line.length ? edge : runeAt(line, at, line.length);
      const conditions = conditionsBetween(previous, next);
      const following: Candidate[] = [];
      closure.begin();
      if (found === undefined) candidates.push({ pc: program.start, start: at });
      for (const { pc, start } of candidates) {
        const visited = closure.follow(pc, conditions, (reader) => {
          const instruction = program.instructions[reader];
          if (instruction?.matchRune(next) === true) following.push({ pc: instruction.out, start });
        });
        work += (Math.abs(visited) + 1) * workPerCandidate;
        if (visited >= 0) continue;
        found = { start, end: at };
        break;
      }
      if (next === edge || (found !== undefined && following.length === 0)) break;
      candidates = following;
      previous = next;
      at += next > 0xffff ? 2 : 1;
      if (work >= slice) {
        yield work;
        work = 0;
      }
    }
    yield work;
    return found;
  };
}

interface Candidate {
  readonly pc: number;
  /** Where its match starts. */
  readonly start: number;
}
