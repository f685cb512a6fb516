/** Loads the example answer, and again after a repository became ready, as long as there is none. */
import { untrack } from 'svelte';
import type { ExampleAnswer, Problem } from '../../api.ts';
import { landingApi } from '../../landing-api.ts';
import { toAppProblem } from '../../to-problem.ts';
import { pickedRepository } from '../repositories/picked-repository.svelte.ts';
import { repositoryCatalog } from '../repositories/repository-catalog.svelte.ts';

export interface ExampleState {
  /** Undefined while it loads; null if no repository has an answer that is good enough. */
  readonly current: ExampleAnswer['example'] | undefined;
  readonly problem: Problem | null;
}

/** Call it during component initialization. */
export function loadExample(): ExampleState {
  let current = $state.raw<ExampleAnswer['example'] | undefined>();
  let problem = $state.raw<Problem | null>(null);
  const readyCount = $derived(
    repositoryCatalog.all.filter(({ servedSnapshotId }) => servedSnapshotId !== null).length,
  );

  let isLoading = false;

  async function load(): Promise<void> {
    if (isLoading || (current !== undefined && current !== null)) return;
    isLoading = true;
    try {
      current = (await landingApi.example()).example;
      if (current !== null) pickedRepository.suggest(current.repositoryId);
      problem = null;
    } catch (thrown) {
      problem = toAppProblem(thrown);
    } finally {
      isLoading = false;
    }
  }

  $effect(() => {
    void readyCount;
    untrack(() => void load());
  });

  return {
    get current() {
      return current;
    },
    get problem() {
      return problem;
    },
  };
}
