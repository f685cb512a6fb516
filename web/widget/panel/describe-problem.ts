/** Says in words for visitors of a site what went wrong and what helps. Pure. */

import type { Problem } from '../../../worker/contract/problem.ts';
import { formatCountOf } from '../../src/lib/format.ts';

/** `retry`: ask again; `newest`: ask about the newest version; `none`: only the owner of the site can help. */
type Remedy = 'retry' | 'newest' | 'none';

interface ProblemText {
  readonly title: string;
  readonly text: string;
  readonly remedy: Remedy;
}

export interface Surroundings {
  readonly isOnline: boolean;
  readonly version: string | undefined;
  /** Whether the page is of another site than the server, and sets no publishable key. */
  readonly lacksKey: boolean;
  /** The origin of the page. */
  readonly origin: string;
  readonly now: number;
}

const offline: ProblemText = {
  title: 'You are offline',
  text: 'Connect to the internet, then try again. Your question is not lost.',
  remedy: 'retry',
};

const withoutKey: ProblemText = {
  title: 'The assistant is not set up',
  text: 'This page sets no publishable key (`wfp_…`). The owner of this site can create one on the page API keys, and set it as `key`.',
  remedy: 'none',
};

export function describeProblem(problem: Problem, around: Surroundings): ProblemText {
  switch (problem.code) {
    case 'unreachable':
    case 'stream_broken':
      return describeConnection(problem, around);
    case 'key_refused':
      return describeRefusedKey(problem, around.origin);
    case 'limit_reached':
    case 'too_many_attempts':
      return describeLimit(problem, around.now);
    case 'version_not_found':
      return {
        title: `Version ${around.version ?? ''} is not available here`.replace('  ', ' '),
        text: 'The assistant does not know this version of the documentation.',
        remedy: 'newest',
      };
    case 'repository_not_found':
    case 'invalid_request':
    case 'sign_in_required':
      return {
        title: 'The assistant is not set up',
        text: 'Its documentation was not found, or is not public. The owner of this site can correct the settings.',
        remedy: 'none',
      };
    default:
      return describeOther(problem);
  }
}

function describeConnection({ code }: Problem, { isOnline, lacksKey }: Surroundings): ProblemText {
  if (!isOnline) return offline;
  if (code === 'unreachable' && lacksKey) return withoutKey;
  return code === 'unreachable'
    ? {
        title: 'The assistant cannot be reached',
        text: 'Its server did not respond, or this site does not allow the connection.',
        remedy: 'retry',
      }
    : {
        title: 'The connection was interrupted',
        text: 'The answer is incomplete. Try again to get all of it.',
        remedy: 'retry',
      };
}

function describeRefusedKey({ details }: Problem, origin: string): ProblemText {
  const isOtherOrigin = details !== undefined && 'origin' in details;
  return isOtherOrigin
    ? {
        title: 'The assistant is not enabled on this site',
        text: `Its key does not allow ${origin}. The owner of the key can add this address on the page API keys.`,
        remedy: 'none',
      }
    : {
        title: 'The assistant is switched off',
        text: 'Its key is wrong, was revoked, or has expired. The owner of this site can create another one.',
        remedy: 'none',
      };
}

function describeLimit({ details = {} }: Problem, now: number): ProblemText {
  const { measure, limit, resetsAt, retryAfter } = details;
  const seconds = typeof retryAfter === 'number' ? retryAfter : 60;
  const time = formatTime(typeof resetsAt === 'string' ? Date.parse(resetsAt) : now + seconds * 1000, now);
  if (measure === 'questions')
    return {
      title: 'No more questions today',
      text: `This site has used its ${typeof limit === 'number' ? formatCountOf(limit, 'question') : 'questions'} of today. Ask again after ${time}. Until then, use the search of the site.`,
      remedy: 'none',
    };
  return {
    title: 'Too many questions at once',
    text: `Wait until ${time}, then try again.`,
    remedy: 'retry',
  };
}

/** The visitor’s local time with its zone, and with the day, if it is another one. */
function formatTime(milliseconds: number, now: number): string {
  const date = new Date(milliseconds);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return date.toLocaleString('en', {
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    // With `hour12: false`, midnight would be 24:00.
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
}

function describeOther({ title, status }: Problem): ProblemText {
  const isTemporary = status === 409 || status === 503;
  return {
    title: title === '' ? 'Something went wrong' : title,
    text: isTemporary
      ? 'Try again in a moment.'
      : 'Try again. If it fails again, use the search of the site.',
    remedy: 'retry',
  };
}
