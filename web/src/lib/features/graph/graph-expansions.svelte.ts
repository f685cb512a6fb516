/** What each expanded node brings in, read once: a question known already is not asked again. */
import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { GraphAnswer } from '../../api.ts';
import { askGraph, type GraphQuestion } from './graph-question.ts';

/** Undefined while it is on its way. */
type Expansion = GraphAnswer | 'failed' | undefined;

/** Call it while a component is set up; in the order of the questions. */
export function createGraphExpansions(questions: () => readonly GraphQuestion[]): {
  readonly current: readonly Expansion[];
} {
  /** By the whole question: in another direction or of other kinds it is another one. */
  const known = new SvelteMap<string, Exclude<Expansion, undefined>>();
  const current = $derived(questions().map((question) => known.get(JSON.stringify(question))));

  $effect(() => {
    const controller = new AbortController();
    for (const question of questions()) {
      const key = JSON.stringify(question);
      const before = untrack(() => known.get(key));
      if (before !== undefined && before !== 'failed') continue;
      const keep = (answer: Exclude<Expansion, undefined>): void => {
        if (!controller.signal.aborted) known.set(key, answer);
      };
      askGraph(question, controller.signal).then(keep, () => keep('failed'));
    }
    return () => controller.abort();
  });

  return {
    get current() {
      return current;
    },
  };
}
