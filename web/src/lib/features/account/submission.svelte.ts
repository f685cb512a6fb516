/** Runs the action of a form: one at a time, with the problem of the last one. */
import type { Problem } from '../../api.ts';
import { toAppProblem } from '../../to-problem.ts';

export function createSubmission() {
  let isRunning = $state(false);
  let problem = $state.raw<Problem>();
  return {
    get isRunning(): boolean {
      return isRunning;
    },
    get problem(): Problem | undefined {
      return problem;
    },
    /** @returns whether the action succeeded */
    async run(action: () => Promise<void>): Promise<boolean> {
      if (isRunning) return false;
      isRunning = true;
      problem = undefined;
      try {
        await action();
        return true;
      } catch (thrown) {
        problem = toAppProblem(thrown);
        return false;
      } finally {
        isRunning = false;
      }
    },
  };
}
