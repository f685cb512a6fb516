/**
 * Reads the instructions that RE2JS compiles a pattern to, and executes them at one position of a line. RE2JS does not export its operation and
 * flag numbers, which are copied from version 2.10 here; a test compares every search with RE2JS's own.
 */

import type { RE2JS } from 're2js';

/** One instruction; instruction 0 fails. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  /** The second branch of an alternative, or the conditions of an empty-width test. */
  readonly arg: number;
  /** The characters that the instruction reads, as ranges or as a single character. */
  readonly runes: Int32Array;
  matchRune(rune: number): boolean;
}

export interface Program {
  readonly start: number;
  readonly instructions: readonly Instruction[];
  /** A text that every match contains; empty when none is known. */
  readonly literal: string;
  /** Whether the pattern contains `\b` or `\B`. */
  readonly hasWordBoundaries: boolean;
}

const operations = {
  alternative: 1,
  alternativeMatch: 2,
  capture: 3,
  emptyWidth: 4,
  match: 6,
  noOperation: 7,
};
const firstRuneOperation = 8;
const lastRuneOperation = 11;

const beginFlags = 1 | 4;
const endFlags = 2 | 8;
const wordBoundary = 16;
const noWordBoundary = 32;

/** The code that represents the start or end of a line where a character is expected. */
export const edge = -1;

export function readProgram(compiled: RE2JS): Program {
  const { prog, prefilter } = compiled.re2();
  const size: number = prog.numInst();
  const instructions = Array.from({ length: size }, (_, pc): Instruction => prog.getInst(pc));
  const hasWordBoundaries = instructions.some(
    ({ op, arg }) => op === operations.emptyWidth && (arg & (wordBoundary | noWordBoundary)) !== 0,
  );
  return { start: prog.start, instructions, literal: findLiteral(prefilter), hasWordBoundaries };
}

/** RE2JS's knowledge of the texts that every match must contain. */
interface Prefilter {
  readonly type: number;
  readonly str: string;
  readonly subs: readonly Prefilter[];
}
const exactText = 1;
const allTexts = 2;

function findLiteral(prefilter: Prefilter | null): string {
  const texts = prefilter?.type === allTexts ? prefilter.subs : prefilter === null ? [] : [prefilter];
  return texts.reduce(
    (longest, { type, str }) => (type === exactText && str.length > longest.length ? str : longest),
    '',
  );
}

/** Returns the empty-width conditions that are true between two characters. */
export function conditionsBetween(previous: number, next: number): number {
  return (
    (previous === edge ? beginFlags : 0) |
    (next === edge ? endFlags : 0) |
    (isWord(previous) === isWord(next) ? noWordBoundary : wordBoundary)
  );
}

/** Word characters of `\b`: ASCII letters, digits and the underscore. */
export function isWord(rune: number): boolean {
  return (
    (rune >= 97 && rune <= 122) || (rune >= 65 && rune <= 90) || (rune >= 48 && rune <= 57) || rune === 95
  );
}

/** Whether an instruction reads a character. */
export function readsCharacter({ op }: Instruction): boolean {
  return op >= firstRuneOperation && op <= lastRuneOperation;
}

/**
 * Follows instructions that read no character, by priority, to the instructions that read one. Each instruction is visited once until `begin`
 * is called again.
 */
export function createClosure({ instructions }: Program) {
  const lastVisits = new Int32Array(instructions.length);
  const stack: number[] = [];
  let round = 0;
  return {
    begin(): void {
      round += 1;
    },
    /**
     * Calls `onReader` for each reached instruction that reads a character.
     * @returns the number of visited instructions, negated when a match was reached; instructions of lower priority are then not visited
     */
    follow(from: number, conditions: number, onReader: (pc: number) => void): number {
      let visited = 0;
      stack.length = 0;
      stack.push(from);
      for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
        if (pc === 0 || lastVisits[pc] === round) continue;
        lastVisits[pc] = round;
        visited += 1;
        const instruction = instructions[pc];
        if (instruction === undefined) continue;
        const { op, out, arg } = instruction;
        if (readsCharacter(instruction)) onReader(pc);
        else if (op === operations.match) return -visited;
        else if (op === operations.alternative || op === operations.alternativeMatch) stack.push(arg, out);
        else if (op === operations.capture || op === operations.noOperation) stack.push(out);
        else if (op === operations.emptyWidth && (arg & ~conditions) === 0) stack.push(out);
      }
      return visited;
    },
  };
}

/**
 * Estimates from the text how many instructions a pattern compiles to: compiling one of 1,000 characters can take half a second, because counted
 * repetitions are expanded. Every escape, class and character counts as one, and a repetition multiplies by its larger bound.
 */
export function estimateProgramSize(pattern: string): number {
  const groups: { size: number; last: number }[] = [{ size: 0, last: 0 }];
  for (const [token, quoted, upperBound] of pattern.matchAll(tokens)) {
    const group = groups.at(-1) ?? { size: 0, last: 0 };
    if (token === '(') {
      groups.push({ size: 0, last: 0 });
    } else if (token === ')' && groups.length > 1) {
      groups.pop();
      addTo(groups.at(-1), group.size + 2);
    } else if (upperBound !== undefined) {
      const added = group.last * (Number(upperBound) - 1);
      group.size += Math.max(0, added);
      group.last += Math.max(0, added);
    } else {
      addTo(group, quoted === undefined ? 1 : quoted.length);
    }
  }
  return groups.reduce((sum, { size }) => sum + size, 0);
}

/** Matches a quotation, an escape, a class, the larger bound of a repetition, or one character. */
const tokens =
  /\\Q([\s\S]*?)(?:\\E|$)|\\[pP]\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\{(?:\d+,)?(\d+),?\}|[\s\S]/g;

function addTo(group: { size: number; last: number } | undefined, size: number): void {
  if (group === undefined) return;
  group.size += size;
  group.last = size;
}
