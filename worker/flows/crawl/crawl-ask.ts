/** Asks for one address, and again where that may help: when the server says to wait, or did not answer. */

import type { PageRequest, PageResponse } from '../../ports/page-fetcher.ts';
import type { WebAccess } from './web-access.ts';

const timeoutMs = 20_000;
/** Waited at most within one request; a server that asks for more patience is not asked again. */
const maxWaitMs = 15_000;
const defaultWaitMs = 1_000;
/** Left between two requests to a server that had too many and does not say how long. */
const defaultPauseMs = 5_000;
const minPauseMs = 1_000;

export interface Asking {
  /** Whether a server that wants a pause is left alone at once: see `pauseAskedFor`. */
  readonly leavesBusy: boolean;
}

export async function askPage(
  { pageFetcher }: Pick<WebAccess, 'pageFetcher'>,
  request: Omit<PageRequest, 'timeoutMs'>,
  { leavesBusy }: Asking = { leavesBusy: false },
): Promise<PageResponse> {
  const asked = { ...request, timeoutMs };
  const response = await pageFetcher.get(asked);
  if (response.outcome !== 'failed' || !(response.reason === 'unreachable' || isOfServer(response)))
    return response;
  const waitMs = response.retryAfterMs ?? defaultWaitMs;
  if (waitMs > maxWaitMs || (leavesBusy && pauseAskedFor(response) !== undefined)) return response;
  await pause(waitMs);
  return pageFetcher.get(asked);
}

type Failed = Extract<PageResponse, { outcome: 'failed' }>;

/** Milliseconds in which a server that has too much to do wants no requests; undefined of one that says no such thing. */
export function pauseAskedFor({ status, retryAfterMs }: Failed): number | undefined {
  const isBusy = status === 429 || (status === 503 && retryAfterMs !== undefined);
  return isBusy ? Math.max(minPauseMs, retryAfterMs ?? defaultPauseMs) : undefined;
}

/** Whether the page may be there all the same: the server, or the way to it, failed. */
export function mayPass(response: Failed): boolean {
  return ['unreachable', 'timed-out'].includes(response.reason) || isOfServer(response);
}

function isOfServer({ status }: Failed): boolean {
  return status === 429 || (status !== undefined && status >= 500);
}

export async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
