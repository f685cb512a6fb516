/** Limits how long a call to a model may take, and aborts it on timeout. */

/**
 * Rejects with the error of `late` if the call takes longer than `ms`, and aborts its signal with the same error. The result of a call that
 * ignores its signal is dropped.
 */
export async function withTimeout<Value>(
  ms: number,
  call: (signal: AbortSignal) => Promise<Value>,
  late: () => Error,
): Promise<Value> {
  const giving = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = late();
      // Reject before aborting, because the call's own abort error is not the result.
      reject(error);
      giving.abort(error);
    }, ms);
  });
  try {
    return await Promise.race([call(giving.signal), tooLate]);
  } finally {
    if (timer !== undefined) clearTimeout(timer);
  }
}
