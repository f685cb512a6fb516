/** A value that a component loads from the server when it begins, and again on request. */
import type { Problem } from '../../api.ts';
import { toAppProblem } from '../../to-problem.ts';

export function createLoaded<T>(load: () => Promise<T>) {
  let value = $state.raw<T>();
  let problem = $state.raw<Problem>();
  const loaded = {
    /** Undefined until it is loaded. It stays when a later request fails. */
    get value(): T | undefined {
      return value;
    },
    /** Why the last request failed. */
    get problem(): Problem | undefined {
      return problem;
    },
    async reload(): Promise<void> {
      try {
        value = await load();
        problem = undefined;
      } catch (thrown) {
        problem = toAppProblem(thrown);
      }
    },
  };
  void loaded.reload();
  return loaded;
}
