/** What becomes of a page that failed: when it is tried again, which stages the others go on without, and what a reader is told to do. */

import { toAppError, type AppError } from '../../core/errors.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import type { HeldHistoryJob } from '../../ports/history-jobs.ts';
import { namesOfStages, type PageDone } from './host-history-pages.ts';
import type { Services } from '../services.ts';

/** Tries of one page. */
const mostTries = 5;
/** A host that does not answer may be down for an hour: with the waits below two hours are waited. */
const mostTriesOfHost = 12;
const firstWaitMs = 5_000;
const longestWaitMs = 15 * 60_000;

/** Whether a page was taken so often that no try is left; one that was cut off each time has told no error. */
export function isSpent({ attempts, error }: HeldHistoryJob): boolean {
  return attempts > (error === undefined ? mostTries : mostTriesOfHost);
}

/** @returns how long to wait before a page is tried again, in milliseconds; undefined where it is not */
export function nextTryMs({ attempts }: HeldHistoryJob, error: AppError): number | undefined {
  const mayMend = error.retryable || error.code === 'internal';
  const most = error.code === 'host_unavailable' ? mostTriesOfHost : mostTries;
  if (!mayMend || attempts >= most) return undefined;
  return Math.min(firstWaitMs * 4 ** (attempts - 1), longestWaitMs);
}

/**
 * A stage the host does not tell costs no other theirs, but for commits, which all else is told of.
 * @throws the error, where it is none of one stage or may still mend; what the host throws when it is asked whether the repository is there
 */
export async function withoutStage(
  services: Pick<Services, 'hosting'>,
  held: HeldHistoryJob,
  access: HostAccess,
  error: AppError,
): Promise<PageDone> {
  const { stage } = held.step;
  const isRefused = error.code === 'source_forbidden' || error.code === 'source_not_found';
  const isGivenUp = error.code === 'host_unavailable' && nextTryMs(held, error) === undefined;
  if (stage === 'commits' || !(isRefused || isGivenUp)) throw error;
  const name = namesOfStages[stage];
  const over = { next: undefined, progress: held.progress[stage], budget: undefined };
  if (await isSwitchedOff(services, held, access, error))
    return { ...over, notes: [`GitHub tells no ${name} of it: they seem to be switched off there.`] };
  const mayNot =
    access.token === undefined ? 'not everyone may read them any more' : 'the token may not read them';
  const why =
    error.code === 'source_not_found'
      ? `GitHub did not tell the ${name}: they are not there, or ${mayNot}.`
      : `GitHub did not tell the ${name} whole: ${error.message}`;
  return { ...over, notes: [`${why} ${whatToDo(error)}`], failed: { stage, why } };
}

/** Whoever may read the repository without a token may read all else that is there; it may have gone away, or been closed, meanwhile. */
async function isSwitchedOff(
  { hosting }: Pick<Services, 'hosting'>,
  { input, step: { stage } }: HeldHistoryJob,
  access: HostAccess,
  { code }: AppError,
): Promise<boolean> {
  if (code !== 'source_not_found' || (stage !== 'pull-requests' && stage !== 'issues')) return false;
  if (access.token !== undefined) return false;
  try {
    return !(await hosting.codeHost.describe(input.place, access)).isPrivate;
  } catch (thrown) {
    const refused = toAppError(thrown);
    if (refused.code === 'source_not_found' || refused.code === 'source_forbidden') return false;
    throw refused;
  }
}

/** Ends a note about a past that is not whole. */
export function whatToDo({ code }: AppError): string {
  if (code === 'token_refused') return 'Store another token with PUT /v1/tokens/github and refresh.';
  if (code === 'source_forbidden' || code === 'source_not_found')
    return 'Store a token that may read it with PUT /v1/tokens/github and refresh.';
  return 'Refresh to have it fetched again.';
}
