/** Limits how long a call to a model may take, and aborts it on timeout. */

/**
 * Rejects with the error of `createError` if the call takes longer than `timeoutMs`, and aborts its signal with the same error. The result
 * of a call that ignores its signal is dropped.
 */
export async function withTimeout<Value>(
  timeoutMs: number,
  call: (signal: AbortSignal) => Promise<Value>,
  createError: () => Error,
): Promise<Value> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = createError();
      // Reject before aborting, because the call's own abort error is not the result.
      reject(error);
      controller.abort(error);
    }, timeoutMs);
  });
  try {
    return await Promise.race([call(controller.signal), timedOut]);
  } finally {
    if (timer !== undefined) clearTimeout(timer);
  }
}
