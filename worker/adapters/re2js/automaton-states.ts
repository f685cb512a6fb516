/** The states of an automaton: stored when first reached, and all dropped when they hold too much. */

import { edge, isWord, type Program } from './program.ts';

/** A set of instructions to try at a position, by what the character before it is. */
export interface State {
  readonly instructions: readonly number[];
  readonly previous: number;
  /** The next state by the class of the next character; by 0 at the end of the line. */
  readonly next: (State | undefined)[];
}

export interface AutomatonStates {
  /** The one state of these instructions, which are sorted, after such a character. */
  stateOf(instructions: readonly number[], previous: number): State;
  /** Counts one transition from a state. */
  addTransition(): void;
  /** Numbers and table entries of all stored states. */
  readonly entries: number;
}

/** Numbers and table entries that all states together may hold, some 4 MB; all are dropped when there are more. */
export const maxEntries = 250_000;
/** What a state takes beside its instructions. */
const entriesOfState = 20;

export function createAutomatonStates({ hasWordBoundaries }: Program): AutomatonStates {
  let states = new Map<string, State>();
  let entries = 0;

  /** States differ by what empty-width conditions read of the character before, not by that character. */
  function kindOf(previous: number): string {
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
    stateOf(instructions, previous) {
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
    },
  };
}
