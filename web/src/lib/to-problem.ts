/** Converts anything that a call threw to problem details that a user can act on. */
import type { Problem } from './api.ts';
import { ProblemError } from './landing-api.ts';

type ProblemTemplate = Pick<Problem, 'title' | 'code' | 'fix'>;

/** @param fallback describes any error other than a problem from the server */
export function toProblem(thrown: unknown, fallback: ProblemTemplate): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return createProblem(thrown instanceof Error ? thrown.message : String(thrown), fallback);
}

/** Like `toProblem`, with a fallback that fits any error. */
export function toAppProblem(thrown: unknown): Problem {
  return toProblem(thrown, {
    title: 'Something went wrong in the app',
    code: 'internal',
    fix: 'Try again. If the error persists, reload the page.',
  });
}

/** Creates a problem that did not come from the server. */
export function createProblem(detail: string, { title, code, fix }: ProblemTemplate): Problem {
  return { type: 'about:blank', title, status: 0, detail, code, fix, requestId: '' };
}
