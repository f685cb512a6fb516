/** The part of a request that outlives its response. Outside a Worker, such as in a test of the app alone, there is none. */

import type { Context as HonoContext } from 'hono';
import type { Context } from '../context.ts';

export function readExecutionContext(context: HonoContext<Context>) {
  try {
    return context.executionCtx;
  } catch {
    return undefined;
  }
}

/** Lets work end after the response, whether it succeeds or not. */
export function keepAlive(context: HonoContext<Context>, work: Promise<void>): void {
  readExecutionContext(context)?.waitUntil(work.catch(() => undefined));
}
