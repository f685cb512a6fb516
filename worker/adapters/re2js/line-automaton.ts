/**
 * Whether a pattern matches anywhere in a line. States of the automaton are built when first reached and reused; a search can stop after
 * any character and go on later.
 */

import { createCharacterClasses } from './character-classes.ts';
import { conditionsBetween, createClosure, edge, isWord, type Program } from './program.ts';

/** A set of instructions to try at a position, by what the character before it is. */
interface State {
  readonly instructions: readonly number[];
  readonly previous: number;
  /** The next state by the class of the next character; by 0 at the end of the line. */
  readonly next: (State | undefined)[];
}

/** The numbers and table entries all states together may hold, some 16 MB; all are dropped when there are more. */
const maxEntries = 1_000_000;
/** What a state takes beside its instructions. */
const entriesOfState = 20;
const asciiCharacters = 128;
const endOfLine = 0;
/** The work of visiting one instruction while a state is built, where reading a character by a known state is 1. */
const workOfVisit = 20;

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
}

export function createLineAutomaton(program: Program): LineAutomaton {
  const closure = createClosure(program);
  const { ascii, classOf } = createCharacterClasses(program);
  let states = new Map<string, State>();
  let entries = 0;
  let state = stateOf([], edge);
  let work = 0;

  /** States differ by what empty-width conditions read of the character before, not by that character. */
  function kindOf(previous: number): string {
    if (previous === edge) return 'edge';
    return program.hasWordBoundaries && isWord(previous) ? 'word' : 'other';
  }

  function stateOf(instructions: readonly number[], previous: number): State {
    const key = `${kindOf(previous)} ${instructions.join()}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    if (entries > maxEntries) {
      states = new Map();
      entries = 0;
    }
    const made: State = { instructions, previous, next: [] };
    states.set(key, made);
    // Its key holds the numbers once more.
    entries += instructions.length * 2 + entriesOfState;
    return made;
  }

  /** The state after one more character, `edge` being the end of the line. */
  function after({ instructions, previous }: State, next: number): State {
    const following: number[] = [];
    const conditions = conditionsBetween(previous, next);
    const reads = (pc: number): void => {
      const instruction = program.instructions[pc];
      if (instruction?.matchRune(next) === true) following.push(instruction.out);
    };
    closure.begin();
    for (let at = 0; at <= instructions.length; at += 1) {
      const visited = closure.follow(instructions[at] ?? program.start, conditions, reads);
      work += Math.abs(visited) * workOfVisit;
      if (visited < 0) return matched;
    }
    work += workOfVisit;
    return next === edge
      ? stateOf([], edge)
      : stateOf(
          [...new Set(following)].sort((one, other) => one - other),
          next,
        );
  }

  function step(from: State, next: number): State {
    const characterClass = next === edge ? endOfLine : classOf(next);
    const known = from.next[characterClass];
    if (known !== undefined) return known;
    const made = after(from, next);
    from.next[characterClass] = made;
    entries += 1;
    return made;
  }

  return {
    get work() {
      return work;
    },
    begin() {
      state = stateOf([], edge);
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

/** The code point that begins here; half of a pair alone stands for itself. */
export function runeAt(text: string, at: number, end: number): number {
  const rune = text.codePointAt(at) ?? edge;
  return rune > 0xffff && at + 1 >= end ? text.charCodeAt(at) : rune;
}
