/** What the binding `AI` throws, as an error of ours. */

import { AppError, type ErrorCode } from '../../core/errors.ts';

/** Errors another call gives again: https://developers.cloudflare.com/workers-ai/platform/errors/ */
const finalErrors: ReadonlySet<string> = new Set(
  '3003 3006 3023 3036 3039 3041 3042 5004 5005 5007 5016 5018 5019'.split(' '),
);

/** The binding's errors begin with their number: `3040: Capacity temporarily exceeded`. @param said what was not done */
export function refusal(
  said: string,
  cause: unknown,
  codes: { readonly final: ErrorCode; readonly passing: ErrorCode },
): AppError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const isFinal = finalErrors.has(/\b\d{4}\b/.exec(message)?.[0] ?? '');
  return new AppError(isFinal ? codes.final : codes.passing, `${said}: ${message}`, { cause });
}

export function stoppedBy(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
