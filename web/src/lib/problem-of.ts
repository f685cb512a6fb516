/** Whatever a call threw, as problem details a person can act on. */
import { ProblemError, type Problem } from './api.ts';

/** @param unforeseen what is said of anything but a problem the server told */
export function problemOf(thrown: unknown, unforeseen: Pick<Problem, 'title' | 'code' | 'fix'>): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return problemSaying(thrown instanceof Error ? thrown.message : String(thrown), unforeseen);
}

/** A problem of the app's own making. */
export function problemSaying(
  detail: string,
  { title, code, fix }: Pick<Problem, 'title' | 'code' | 'fix'>,
): Problem {
  return { type: 'about:blank', title, status: 0, detail, code, fix, requestId: '' };
}
