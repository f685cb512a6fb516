/** Converts the reason why an answer was interrupted to problem details that a user can act on. */
import type { Problem } from '../../../api.ts';
import { toProblem, createProblem } from '../../../to-problem.ts';

export function toAnswerProblem(thrown: unknown): Problem {
  return toProblem(thrown, interruptionProblem);
}

/** Parses the problem JSON in a stream's `error` part. Any other text becomes the detail of a problem. */
export function parseErrorText(errorText: string): Problem {
  try {
    const parsed: unknown = JSON.parse(errorText);
    if (isProblem(parsed)) return parsed;
  } catch {
    // The text is not JSON, so it is the reason itself.
  }
  return createProblem(errorText, interruptionProblem);
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' && value !== null && 'title' in value && 'detail' in value && 'code' in value
  );
}

const interruptionProblem = {
  title: 'The answer was interrupted',
  code: 'stream_broken',
  fix: 'Ask again. The text received so far is shown above.',
};
