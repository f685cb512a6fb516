/** Whatever was thrown or told as the reason an answer broke off, as problem details a reader can act on. */
import type { Problem } from '../../api.ts';
import { problemOf as problemOfCall, problemSaying } from '../../problem-of.ts';

export function problemOf(thrown: unknown): Problem {
  return problemOfCall(thrown, brokenOff);
}

/** A stream's `error` carries problem JSON; other text is taken as it is. */
export function problemOfErrorText(errorText: string): Problem {
  try {
    const told: unknown = JSON.parse(errorText);
    if (isProblem(told)) return told;
  } catch {
    // Not JSON: the words themselves are the reason.
  }
  return problemSaying(errorText, brokenOff);
}

function isProblem(told: unknown): told is Problem {
  return typeof told === 'object' && told !== null && 'title' in told && 'detail' in told && 'code' in told;
}

const brokenOff = {
  title: 'The answer broke off',
  code: 'stream_broken',
  fix: 'Ask again; what had arrived before stays above.',
};
