/**
 * The answer to what is asked now. A question that changes calls off the one before, and one that keeps changing waits
 * until it rests; the last answer stays to be shown meanwhile.
 */
import { untrack } from 'svelte';
import type { Problem } from '../../api.ts';
import { problemFrom } from './problem-from.ts';

export interface Latest<Answer> {
  /** The last answer that came; undefined before the first, and while nothing is asked. */
  readonly answer: Answer | undefined;
  /** Why the last question was refused. */
  readonly problem: Problem | undefined;
  /** What is asked now has no answer yet. */
  readonly waiting: boolean;
  readonly again: () => void;
}

/** Call it while a component is set up. */
export function createLatest<Question, Answer>(of: {
  /** Null asks nothing. */
  readonly question: () => Question | null;
  readonly ask: (question: Question, signal: AbortSignal) => Promise<Answer>;
  /** An answer that is known already: given at once. */
  readonly known?: (question: Question) => Answer | undefined;
  readonly restMs: number;
}): Latest<Answer> {
  let state = $state.raw<{ answer?: Answer; problem?: Problem; waiting: boolean }>({ waiting: false });
  let attempt = $state(0);

  $effect(() => {
    void attempt;
    const question = of.question();
    const known = question === null ? undefined : of.known?.(question);
    if (question === null || known !== undefined) {
      state = known === undefined ? { waiting: false } : { answer: known, waiting: false };
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => void run(question, controller.signal), of.restMs);
    untrack(() => (state = { ...state, waiting: true }));
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });

  async function run(question: Question, signal: AbortSignal): Promise<void> {
    try {
      const answer = await of.ask(question, signal);
      if (!signal.aborted) state = { answer, waiting: false };
    } catch (thrown) {
      if (!signal.aborted) state = { problem: problemFrom(thrown), waiting: false };
    }
  }

  return {
    get answer() {
      return state.answer;
    },
    get problem() {
      return state.problem;
    },
    get waiting() {
      return state.waiting;
    },
    again: () => (attempt += 1),
  };
}
