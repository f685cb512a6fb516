/** One call of the hand-over, made again while the server is away: what it did of a call that broke off does no harm twice. */

import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from '../../../worker/contract/client.ts';

interface Patience {
  readonly signal: AbortSignal;
  /** Milliseconds a server may be away. */
  readonly patienceMs: number;
  /** Called once for each time it is away, with what was found. */
  readonly onBreak: (reason: string) => void;
}

const retryDelayMs = 500;
const serverFault = 500;

/** @throws ProblemError when the server refuses, or stays away. */
export async function keepAsking<T>(call: () => Promise<T>, patience: Patience): Promise<T> {
  let awaySince: number | undefined;
  for (;;) {
    patience.signal.throwIfAborted();
    try {
      return await call();
    } catch (thrown) {
      const now = performance.now();
      if (!isAway(thrown) || (awaySince !== undefined && now - awaySince > patience.patienceMs)) throw thrown;
      if (awaySince === undefined) patience.onBreak(thrown.problem.detail);
      awaySince ??= now;
    }
    await sleep(retryDelayMs, undefined, { signal: patience.signal });
  }
}

function isAway(thrown: unknown): thrown is ProblemError {
  return (
    thrown instanceof ProblemError && (thrown.problem.status === 0 || thrown.problem.status >= serverFault)
  );
}
