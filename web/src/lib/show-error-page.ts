/**
 * Shows the error page with the problem details of a failed request. An unreachable server has no status, so the page
 * gets 503.
 */
import { error } from '@sveltejs/kit';
import { ProblemError } from './api.ts';

export async function showErrorPageOnFailure<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown;
    const { title, detail, fix, code, status } = thrown.problem;
    error(status >= 400 && status <= 599 ? status : 503, title, { detail, fix, code });
  }
}
