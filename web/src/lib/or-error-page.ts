/**
 * Turns a refusal by the server into the error page, problem details included. A server that cannot be reached has no
 * status; the page is told 503.
 */
import { error } from '@sveltejs/kit';
import { ProblemError } from './api.ts';

export async function orErrorPage<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown;
    const { title, detail, fix, code, status } = thrown.problem;
    error(status >= 400 && status <= 599 ? status : 503, title, { detail, fix, code });
  }
}
