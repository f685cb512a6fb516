/** Caches the states of an automaton as they are reached, and drops all of them when they take too much memory. */

import { edge, isWord, type Program } from './program.ts';

/** The instructions to try at a position, given the character before it. */
export interface State {
  readonly instructions: readonly number[];
  readonly previous: number;
  /** The next state by the class of the next character; index 0 is the end of the line. */
  readonly next: (State | undefined)[];
}

export interface AutomatonStates {
  /** The state of these sorted instructions after such a character. */
  getState(instructions: readonly number[], previous: number): State;
  /** Counts one transition from a state. */
  addTransition(): void;
  /** Numbers and table entries in all cached states. */
  readonly entries: number;
}

/** Maximum numbers and table entries in all states, some 4 MB. All states are dropped beyond it. */
export const maxEntries = 250_000;
/** The size of a state without its instructions. */
const entriesPerState = 20;

export function createAutomatonStates({ hasWordBoundaries }: Program): AutomatonStates {
  let states = new Map<string, State>();
  let entries = 0;

  /** States depend on what empty-width conditions see of the previous character, not on the character itself. */
  function kindOfPrevious(previous: number): string {
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
      const key = `${kindOfPrevious(previous)} ${instructions.join()}`;
      const known = states.get(key);
      if (known !== undefined) return known;
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
