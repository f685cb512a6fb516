/** Limits how long a call to a model may take, and aborts it on timeout. */

/**
 * Rejects with what `late` makes when the call takes longer than `ms`, its signal aborted with the same; a call that heeds no signal is
 * left to end unheard.
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
      // First the race is lost: what the call says of being stopped is no answer.
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
