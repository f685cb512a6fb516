/**
 * Tests whether a pattern matches anywhere in a line. A state of the automaton is built when it is first reached, and then reused. A search can
 * pause after any character and resume later.
 */

import { conditionsBetween, createClosure, edge, isWord, readsCharacter, type Program } from './program.ts';

const asciiCharacters = 128;
const endOfLine = 0;
/**
 * The work of visiting one instruction while a state is built, in units of reading one character with a known state. Half of it is for the
 * garbage collection that building causes.
 */
const workPerVisit = 40;
/** The work per instruction of a new state, which is sorted, written to the state's key and looked up. */
const workPerInstruction = 40;

/** The state after a match, where reading stops. */
const matchedState: State = { instructions: [], previous: edge, next: [] };

export type Outcome = 'matched' | 'unmatched' | 'paused';

export interface LineAutomaton {
  begin(): void;
  /**
   * Reads a line from `line.position` until it has a result or has done at least `maxWork`. When it pauses, it stores the position in `line.position`.
   */
  run(text: string, line: { position: number; readonly end: number }, maxWork: number): Outcome;
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
    const cached = from.next[characterClass];
    if (cached !== undefined) return cached;
    const result = build(from, next);
    work += result.work;
    from.next[characterClass] = result.state;
    states.addTransition();
    return result.state;
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
      let index = line.position;
      work = 0;
      while (index < end) {
        const unit = text.charCodeAt(index);
        const next = unit < asciiCharacters ? state.next[ascii[unit] ?? endOfLine] : undefined;
        if (next === undefined) {
          const rune = unit < 0xd800 ? unit : runeAt(text, index, end);
          state = step(state, rune);
          if (rune > 0xffff) index += 1;
        } else state = next;
        index += 1;
        work += 1;
        if (state === matchedState) return 'matched';
        if (work >= maxWork) {
          line.position = index;
          return 'paused';
        }
      }
      return step(state, edge) === matchedState ? 'matched' : 'unmatched';
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
    const nextInstructions: number[] = [];
    const conditions = conditionsBetween(previous, next);
    const onReader = (pc: number): void => {
      const instruction = program.instructions[pc];
      if (instruction?.matchRune(next) === true) nextInstructions.push(instruction.out);
    };
    let work = workPerVisit;
    closure.begin();
    for (let index = 0; index <= instructions.length; index += 1) {
      const visited = closure.follow(instructions[index] ?? program.start, conditions, onReader);
      work += Math.abs(visited) * workPerVisit;
      if (visited < 0) return { state: matchedState, work };
    }
    if (next === edge) return { state: states.getState([], edge), work };
    const sortedInstructions = [...new Set(nextInstructions)].sort((a, b) => a - b);
    return {
      state: states.getState(sortedInstructions, next),
      work: work + sortedInstructions.length * workPerInstruction,
    };
  };
}

/** Returns the code point at an index. An unpaired surrogate is returned as is. */
export function runeAt(text: string, index: number, end: number): number {
  const rune = text.codePointAt(index) ?? edge;
  return rune > 0xffff && index + 1 >= end ? text.charCodeAt(index) : rune;
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
  const knownClasses = new Map<number, number>();

  function getClass(rune: number): number {
    const cached = knownClasses.get(rune);
    if (cached !== undefined) return cached;
    const word = program.hasWordBoundaries && isWord(rune) ? 'w' : '';
    const signature = word + readers.map((reader) => (reader.matchRune(rune) ? '1' : '0')).join('');
    const characterClass = classes.get(signature) ?? classes.size + 1;
    classes.set(signature, characterClass);
    knownClasses.set(rune, characterClass);
    return characterClass;
  }

  return { getClass, ascii: Uint32Array.from({ length: asciiCharacters }, (_, rune) => getClass(rune)) };
}

/** Returns each instruction that reads a character once, because repetitions expand to many equal instructions. */
function distinctReaders({ instructions }: Program): Program['instructions'] {
  const readers = instructions.filter(readsCharacter);
  return [
    ...new Map(
      readers.map((reader) => [`${reader.op} ${reader.arg} ${reader.runes.join()}`, reader]),
    ).values(),
  ];
}

/** The instructions to try at a position, given the character before it. */
interface State {
  readonly instructions: readonly number[];
  readonly previous: number;
  /** The next state by the class of the next character; index 0 is the end of the line. */
  readonly next: (State | undefined)[];
}

interface AutomatonStates {
  /** Returns the state of these sorted instructions after the character `previous`. */
  getState(instructions: readonly number[], previous: number): State;
  /** Counts one transition from a state. */
  addTransition(): void;
  /** Numbers and table entries in all cached states. */
  readonly entries: number;
}

/** Maximum numbers and table entries in all states, about 4 MB. When they exceed it, all states are dropped. */
export const maxEntries = 250_000;
/** The size of a state without its instructions. */
const entriesPerState = 20;

function createAutomatonStates({ hasWordBoundaries }: Program): AutomatonStates {
  let states = new Map<string, State>();
  let entries = 0;

  /** States depend on how empty-width conditions classify the previous character, not on the character itself. */
  function classifyPrevious(previous: number): string {
    if (previous === edge) return 'edge';
    return hasWordBoundaries && isWord(previous) ? 'word' : 'other';
  }

  return {
    get entries() {
      return entries;
    },
    addTransition() {
      entries += 1;
    },
    getState(instructions, previous) {
      const key = `${classifyPrevious(previous)} ${instructions.join()}`;
      const cached = states.get(key);
      if (cached !== undefined) return cached;
      if (entries > maxEntries) {
        states = new Map();
        entries = 0;
      }
      const state: State = { instructions, previous, next: [] };
      states.set(key, state);
      // The key contains the numbers a second time.
      entries += instructions.length * 2 + entriesPerState;
      return state;
    },
  };
}
