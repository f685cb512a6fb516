/**
 * Repeats a request while the server is unavailable. Every request of the history upload is idempotent, so a retry
 * does no harm.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from '../../../worker/contract/client.ts';

interface RetryOptions {
  readonly signal: AbortSignal;
  /** How long the server may be unavailable. */
  readonly maxUnavailableMs: number;
  /** Called once per outage, with the reason. */
  readonly onUnavailable: (reason: string) => void;
}

const retryDelayMs = 500;
const serverFault = 500;

/** @throws ProblemError when the server refuses the request or stays unavailable */
export async function retryWhileUnavailable<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  let unavailableSince: number | undefined;
  for (;;) {
    options.signal.throwIfAborted();
    try {
      return await call();
    } catch (thrown) {
      const now = performance.now();
      if (
        !isUnavailable(thrown) ||
        (unavailableSince !== undefined && now - unavailableSince > options.maxUnavailableMs)
      )
        throw thrown;
      if (unavailableSince === undefined) options.onUnavailable(thrown.problem.detail);
      unavailableSince ??= now;
    }
    await sleep(retryDelayMs, undefined, { signal: options.signal });
  }
}

function isUnavailable(thrown: unknown): thrown is ProblemError {
  return (
    thrown instanceof ProblemError && (thrown.problem.status === 0 || thrown.problem.status >= serverFault)
  );
}
