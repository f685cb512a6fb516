/** Describes any error as lines for a person, one JSON object for a program, and an exit code. */

import { nearestNames, ProblemError } from '../../worker/contract/client.ts';
import type { Problem } from '../../worker/contract/problem.ts';
import { CommandError, type ExitName } from './command-error.ts';

interface ErrorReport {
  readonly exit: ExitName;
  readonly lines: readonly string[];
  readonly json: {
    readonly status: 'failed';
    readonly error: {
      readonly code: string;
      readonly message: string;
      readonly fix: string;
      readonly details?: unknown;
    };
  };
}

const notFoundStatus = 404;
const minServerErrorStatus = 500;

export function describeError(thrown: unknown): ErrorReport {
  if (thrown instanceof CommandError) return report(thrown.exit, thrown);
  if (thrown instanceof ProblemError) return reportProblem(thrown.problem);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const stack = thrown instanceof Error && thrown.stack !== undefined ? [thrown.stack] : [];
  const fix = 'This is a bug in the Wherefore CLI. Please report it with this output.';
  return report('failed', { code: 'internal', message, fix }, stack);
}

function report(
  exit: ExitName,
  error: { code: string; message: string; fix: string; details?: unknown },
  extraLines: readonly string[] = [],
): ErrorReport {
  const { code, message, fix, details } = error;
  const json = {
    status: 'failed',
    error: { code, message, fix, ...(details === undefined ? {} : { details }) },
  } as const;
  const lines = [`wherefore: ${message}`, formatFix(fix), ...extraLines].filter((line) => line !== '');
  return { exit, lines, json };
}

function reportProblem(problem: Problem): ErrorReport {
  const { code, title, detail, fix, details, requestId } = problem;
  const request = requestId === '' || problem.status < minServerErrorStatus ? [] : [`Request ${requestId}`];
  const exit = exitName(problem);
  const message = `${endSentence(title)} ${endSentence(detail)}`.trim();
  return report(exit, { code, message, fix: exit === 'unreachable' ? unreachableFix : fix, details }, [
    ...nearestLines(problem),
    ...accessLines(problem),
    ...request,
  ]);
}

const minuteSeconds = 60;

/** What helps when the server requires a key, or a limit is reached. Only the command line knows its variables. */
function accessLines({ code, details }: Problem): readonly string[] {
  if (code === 'sign_in_required' || code === 'key_refused')
    return ['Set WHEREFORE_KEY to an API key of this server. Its page "API keys" creates one.'];
  if (code === 'scope_missing')
    return ['Set WHEREFORE_KEY to a key with this scope. The page "API keys" shows the scopes of each key.'];
  if (code !== 'limit_reached') return [];
  const [seconds, helps] = [details?.['retryAfter'], details?.['helps']];
  const others = Array.isArray(helps) ? helps : [];
  return [
    ...(typeof seconds === 'number' ? [`Try again in ${formatWait(seconds)}.`] : []),
    ...(others.includes('sign_in') ? ['Or set WHEREFORE_KEY to an API key of this server.'] : []),
    ...(others.includes('own_model_key')
      ? ['Or use --model with your own key of its provider, such as WHEREFORE_OPENAI_KEY.']
      : []),
  ];
}

function formatWait(seconds: number): string {
  if (seconds < 2 * minuteSeconds) return `${seconds} s`;
  const minutes = Math.ceil(seconds / minuteSeconds);
  if (minutes < 2 * minuteSeconds) return `${minutes} minutes`;
  return `${Math.ceil(minutes / minuteSeconds)} hours`;
}

/** The client's own advice cannot name the variable that sets the address of the command line. */
const unreachableFix =
  'Start it with `npm start`. If it has another address or port, set WHEREFORE_URL for every command, such as WHEREFORE_URL=http://127.0.0.1:8788.';

/** Closest matches for an unknown name, with the file that defines each. */
function nearestLines(problem: Problem): readonly string[] {
  const nearest = nearestNames(problem) ?? [];
  return nearest.length === 0
    ? []
    : ['Closest names:', ...nearest.map(({ name, path }) => `  ${name} (${path})`)];
}

/** Omits advice to call an API route. It is for programs, which find it in the JSON. */
export function formatFix(fix: string): string {
  return /(?:^|\s)\/v1\//.test(fix) ? '' : fix;
}

function endSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Chooses the exit code. Status 0 means that no server responded. */
function exitName({ status }: Problem): ExitName {
  if (status === 0) return 'unreachable';
  if (status === notFoundStatus) return 'notFound';
  return status < minServerErrorStatus ? 'usage' : 'failed';
}
