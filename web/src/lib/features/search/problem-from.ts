/** Whatever a call threw, as problem details a person can act on. */
import { ProblemError, type Problem } from '../../api.ts';

export function problemFrom(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return {
    type: 'about:blank',
    title: 'Something went wrong in the app',
    status: 0,
    detail: thrown instanceof Error ? thrown.message : String(thrown),
    code: 'internal',
    fix: 'Try again; if it stays, reload the page.',
    requestId: '',
  };
}
