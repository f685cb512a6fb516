/**
 * Whether a pattern matches anywhere in a line. States of the automaton are built when first reached and reused; a search can stop after
 * any character and go on later.
 */

import { createAutomatonStates, type AutomatonStates, type State } from './automaton-states.ts';
import { conditionsBetween, createClosure, edge, isWord, readsCharacter, type Program } from './program.ts';

const asciiCharacters = 128;
const endOfLine = 0;
/**
 * The work of visiting one instruction while a state is built, where reading a character by a known state is 1. Collecting the garbage
 * that building leaves takes as long as building.
 */
const workOfVisit = 40;
/** The work for one instruction of the state that is reached: it is sorted, written into the state's key and looked up. */
const workOfInstruction = 40;

/** A state in which a match has been found: nothing more is read. */
const matched: State = { instructions: [], previous: edge, next: [] };

export type Outcome = 'matched' | 'unmatched' | 'paused';

export interface LineAutomaton {
  begin(): void;
  /**
   * Reads a line's characters from where it stopped, until it has a result or has done at least `maxWork`; `from` is where `begin` was
   * called or where the last call stopped.
   */
  run(text: string, line: { at: number; readonly end: number }, maxWork: number): Outcome;
  /** The work done in the last call of `run`. */
  readonly work: number;
  /** Numbers and table entries that its states hold. */
  readonly entries: number;
}

export function createLineAutomaton(program: Program): LineAutomaton {
  const states = createAutomatonStates(program);
  const { ascii, classOf } = createCharacterClasses(program);
  const build = createStateBuilder(program, states);
  let state = states.stateOf([], edge);
  let work = 0;

  function step(from: State, next: number): State {
    const characterClass = next === edge ? endOfLine : classOf(next);
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
      state = states.stateOf([], edge);
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

/** Builds the state after one more character, `edge` being the end of the line, and reports the work this took. */
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
    let work = workOfVisit;
    closure.begin();
    for (let at = 0; at <= instructions.length; at += 1) {
      const visited = closure.follow(instructions[at] ?? program.start, conditions, reads);
      work += Math.abs(visited) * workOfVisit;
      if (visited < 0) return { state: matched, work };
    }
    if (next === edge) return { state: states.stateOf([], edge), work };
    const reached = [...new Set(following)].sort((one, other) => one - other);
    return { state: states.stateOf(reached, next), work: work + reached.length * workOfInstruction };
  };
}

/** The code point that begins here; half of a pair alone stands for itself. */
export function runeAt(text: string, at: number, end: number): number {
  const rune = text.codePointAt(at) ?? edge;
  return rune > 0xffff && at + 1 >= end ? text.charCodeAt(at) : rune;
}

interface CharacterClasses {
  /** The class of each ASCII character. */
  readonly ascii: Uint32Array;
  /** The class of any character; classes are numbered from 1. */
  classOf(rune: number): number;
}

export function createCharacterClasses(program: Program): CharacterClasses {
  const readers = distinctReaders(program);
  const classes = new Map<string, number>();
  const known = new Map<number, number>();

  function classOf(rune: number): number {
    const cached = known.get(rune);
    if (cached !== undefined) return cached;
    const word = program.hasWordBoundaries && isWord(rune) ? 'w' : '';
    const signature = word + readers.map((reader) => (reader.matchRune(rune) ? '1' : '0')).join('');
    const found = classes.get(signature) ?? classes.size + 1;
    classes.set(signature, found);
    known.set(rune, found);
    return found;
  }

  return { classOf, ascii: Uint32Array.from({ length: asciiCharacters }, (_, rune) => classOf(rune)) };
}

/** Repetitions write the same instruction many times. */
function distinctReaders({ instructions }: Program): Program['instructions'] {
  const readers = instructions.filter(readsCharacter);
  return [
    ...new Map(
      readers.map((reader) => [`${reader.op} ${reader.arg} ${reader.runes.join()}`, reader]),
    ).values(),
  ];
}
