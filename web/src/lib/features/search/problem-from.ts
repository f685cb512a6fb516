/** Whatever a search threw, as problem details a person can act on. */
import type { Problem } from '../../api.ts';
import { problemOf } from '../../problem-of.ts';

export function problemFrom(thrown: unknown): Problem {
  return problemOf(thrown, {
    title: 'Something went wrong in the app',
    code: 'internal',
    fix: 'Try again; if it stays, reload the page.',
  });
}
