/**
 * Tests whether a pattern matches anywhere in a line. States of the automaton are built when first reached and reused. A search can pause after any
 * character and resume later.
 */

import { createAutomatonStates, type AutomatonStates, type State } from './automaton-states.ts';
import { conditionsBetween, createClosure, edge, isWord, readsCharacter, type Program } from './program.ts';

const asciiCharacters = 128;
const endOfLine = 0;
/**
 * The work of visiting one instruction while a state is built; reading a character with a known state is 1. Half of it is for collecting the garbage
 * that building leaves.
 */
const workPerVisit = 40;
/** The work per instruction of a reached state, which is sorted, written to the state's key and looked up. */
const workPerInstruction = 40;

/** The state after a match; nothing more is read. */
const matched: State = { instructions: [], previous: edge, next: [] };

export type Outcome = 'matched' | 'unmatched' | 'paused';

export interface LineAutomaton {
  begin(): void;
  /**
   * Reads a line from `line.at` until it has a result or has done at least `maxWork`. When it pauses, it stores the position in `line.at`.
   */
  run(text: string, line: { at: number; readonly end: number }, maxWork: number): Outcome;
  /** The work done in the last call of `run`. */
  readonly work: number;
  /** Numbers and table entries in its states. */
  readonly entries: number;
}

export function createLineAutomaton(program: Program): LineAutomaton {
  const states = createAutomatonStates(program);
  const { ascii, getClass } = createCharacterClasses(program);
  const build = createStateBuilder(program, states);
  let state = states.getState([], edge);
  let work = 0;

  function step(from: State, next: number): State {
    const characterClass = next === edge ? endOfLine : getClass(next);
    const known = from.next[characterClass];
    if (known !== undefined) return known;
    const built = build(from, next);
    work += built.work;
    from.next[characterClass] = built.state;
    states.addTransition();
    return built.state;
  }

  return {
    get work() {
      return work;
    },
    get entries() {
      return states.entries;
    },
    begin() {
      state = states.getState([], edge);
    },
    run(text, line, maxWork) {
      const { end } = line;
      let at = line.at;
      work = 0;
      while (at < end) {
        const unit = text.charCodeAt(at);
        const next = unit < asciiCharacters ? state.next[ascii[unit] ?? endOfLine] : undefined;
        if (next === undefined) {
          const rune = unit < 0xd800 ? unit : runeAt(text, at, end);
          state = step(state, rune);
          if (rune > 0xffff) at += 1;
        } else state = next;
        at += 1;
        work += 1;
        if (state === matched) return 'matched';
        if (work >= maxWork) {
          line.at = at;
          return 'paused';
        }
      }
      return step(state, edge) === matched ? 'matched' : 'unmatched';
    },
  };
}

/** Builds the state after one more character and reports the work. The character `edge` is the end of the line. */
function createStateBuilder(
  program: Program,
  states: AutomatonStates,
): (from: State, next: number) => { readonly state: State; readonly work: number } {
  const closure = createClosure(program);
  return ({ instructions, previous }, next) => {
    const following: number[] = [];
    const conditions = conditionsBetween(previous, next);
    const reads = (pc: number): void => {
      const instruction = program.instructions[pc];
      if (instruction?.matchRune(next) === true) following.push(instruction.out);
    };
    let work = workPerVisit;
    closure.begin();
    for (let at = 0; at <= instructions.length; at += 1) {
      const visited = closure.follow(instructions[at] ?? program.start, conditions, reads);
      work += Math.abs(visited) * workPerVisit;
      if (visited < 0) return { state: matched, work };
    }
    if (next === edge) return { state: states.getState([], edge), work };
    const reached = [...new Set(following)].sort((one, other) => one - other);
    return { state: states.getState(reached, next), work: work + reached.length * workPerInstruction };
  };
}

/** The code point at a position. An unpaired surrogate counts as itself. */
export function runeAt(text: string, at: number, end: number): number {
  const rune = text.codePointAt(at) ?? edge;
  return rune > 0xffff && at + 1 >= end ? text.charCodeAt(at) : rune;
}

interface CharacterClasses {
  /** The class of each ASCII character. */
  readonly ascii: Uint32Array;
  /** The class of any character; classes are numbered from 1. */
  getClass(rune: number): number;
}

/** Groups characters that a program cannot distinguish, so that the automaton needs one transition per group. */
function createCharacterClasses(program: Program): CharacterClasses {
  const readers = distinctReaders(program);
  const classes = new Map<string, number>();
  const known = new Map<number, number>();

  function getClass(rune: number): number {
    const cached = known.get(rune);
    if (cached !== undefined) return cached;
    const word = program.hasWordBoundaries && isWord(rune) ? 'w' : '';
    const signature = word + readers.map((reader) => (reader.matchRune(rune) ? '1' : '0')).join('');
    const found = classes.get(signature) ?? classes.size + 1;
    classes.set(signature, found);
    known.set(rune, found);
    return found;
  }

  return { getClass, ascii: Uint32Array.from({ length: asciiCharacters }, (_, rune) => getClass(rune)) };
}

/** Removes duplicates, because repetitions write the same instruction many times. */
function distinctReaders({ instructions }: Program): Program['instructions'] {
  const readers = instructions.filter(readsCharacter);
  return [
    ...new Map(
      readers.map((reader) => [`${reader.op} ${reader.arg} ${reader.runes.join()}`, reader]),
    ).values(),
  ];
}
