/** Requests one address, and retries once if the server requests a pause or does not respond. */

import type { PageRequest, PageResponse } from '../../ports/page-fetcher.ts';
import type { WebAccess } from './web-access.ts';

const timeoutMs = 20_000;
/** Longest wait before the retry. If the server requests a longer wait, the request is not retried. */
const maxWaitMs = 15_000;
const defaultWaitMs = 1_000;
/** Pause for a server that reports too many requests but does not state how long to wait. */
const defaultPauseMs = 5_000;
const minPauseMs = 1_000;

export interface RequestOptions {
  /** Skips the retry if the server requests a pause. See `requestedPauseMs`. */
  readonly skipsBusyServer: boolean;
}

export async function requestPage(
  { pageFetcher }: Pick<WebAccess, 'pageFetcher'>,
  request: Omit<PageRequest, 'timeoutMs'>,
  { skipsBusyServer }: RequestOptions = { skipsBusyServer: false },
): Promise<PageResponse> {
  const timed = { ...request, timeoutMs };
  const response = await pageFetcher.get(timed);
  if (response.outcome !== 'failed' || !(response.reason === 'unreachable' || isServerFailure(response)))
    return response;
  const waitMs = response.retryAfterMs ?? defaultWaitMs;
  if (waitMs > maxWaitMs || (skipsBusyServer && requestedPauseMs(response) !== undefined)) return response;
  await sleep(waitMs);
  return pageFetcher.get(timed);
}

type FailedResponse = Extract<PageResponse, { outcome: 'failed' }>;

/** Returns the pause that a busy server requests, in milliseconds; undefined if it requests none. */
export function requestedPauseMs({ status, retryAfterMs }: FailedResponse): number | undefined {
  const isBusy = status === 429 || (status === 503 && retryAfterMs !== undefined);
  return isBusy ? Math.max(minPauseMs, retryAfterMs ?? defaultPauseMs) : undefined;
}

/** Whether the server or the network failed, so that the page may still exist. */
export function isTemporary(response: FailedResponse): boolean {
  return ['unreachable', 'timed-out'].includes(response.reason) || isServerFailure(response);
}

function isServerFailure({ status }: FailedResponse): boolean {
  return status === 429 || (status !== undefined && status >= 500);
}

export async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
