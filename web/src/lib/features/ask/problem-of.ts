/** Whatever was thrown or told as the reason an answer broke off, as problem details a reader can act on. */
import { ProblemError, type Problem } from '../../api.ts';

export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return brokenOff(thrown instanceof Error ? thrown.message : String(thrown));
}

/** A stream's `error` carries problem JSON; other text is taken as it is. */
export function problemOfErrorText(errorText: string): Problem {
  try {
    const told: unknown = JSON.parse(errorText);
    if (isProblem(told)) return told;
  } catch {
    // Not JSON: the words themselves are the reason.
  }
  return brokenOff(errorText);
}

function isProblem(told: unknown): told is Problem {
  return typeof told === 'object' && told !== null && 'title' in told && 'detail' in told && 'code' in told;
}

function brokenOff(detail: string): Problem {
  return {
    type: 'about:blank',
    title: 'The answer broke off',
    status: 0,
    detail,
    code: 'stream_broken',
    fix: 'Ask again; what had arrived before stays above.',
    requestId: '',
  };
}
