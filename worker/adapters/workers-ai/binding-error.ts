/** Helpers for calls of the `AI` binding. They convert its errors to AppErrors and pass on the abort signal. */

import { AppError, type ErrorCode } from '../../core/errors.ts';

/** Errors that a retry would repeat: https://developers.cloudflare.com/workers-ai/platform/errors/ */
const permanentErrors: ReadonlySet<string> = new Set(
  '3003 3006 3023 3036 3039 3041 3042 5004 5005 5007 5016 5018 5019'.split(' '),
);

/** Reads the code at the start of a binding's error, such as `3040: Capacity temporarily exceeded`. @param failure what failed, as a sentence */
export function toBindingError(
  failure: string,
  cause: unknown,
  codes: { readonly permanent: ErrorCode; readonly transient: ErrorCode },
): AppError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const isPermanent = permanentErrors.has(/\b\d{4}\b/.exec(message)?.[0] ?? '');
  return new AppError(isPermanent ? codes.permanent : codes.transient, `${failure}: ${message}`, { cause });
}

export function signalOption(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
