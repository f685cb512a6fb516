/** Asks for one address, and again where that may help: when the server says to wait, or did not answer. */

import type { PageRequest, PageResponse } from '../ports/page-fetcher.ts';
import type { WebAccess } from './web-access.ts';

const timeoutMs = 20_000;
/** Waited at most when a server asks for patience; it is not asked a third time. */
const maxWaitMs = 15_000;
const defaultWaitMs = 1_000;

export async function askPage(
  { pageFetcher }: Pick<WebAccess, 'pageFetcher'>,
  request: Omit<PageRequest, 'timeoutMs'>,
): Promise<PageResponse> {
  const asked = { ...request, timeoutMs };
  const response = await pageFetcher.get(asked);
  if (response.outcome !== 'failed' || !mayHelp(response)) return response;
  await pause(Math.min(response.retryAfterMs ?? defaultWaitMs, maxWaitMs));
  return pageFetcher.get(asked);
}

function mayHelp({ reason, status }: Extract<PageResponse, { outcome: 'failed' }>): boolean {
  return reason === 'unreachable' || status === 429 || (status !== undefined && status >= 500);
}

export async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
