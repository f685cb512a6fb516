/** Limits the duration of a call and aborts it at the timeout. */
import { expect, it } from 'vitest';
import { withTimeout } from '../../../../worker/retrieval/search/with-timeout.ts';

const createTimeoutError = () => new Error('late');
const ample = 60_000;

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')));
  });

it('returns the result or error of a call without aborting it', async () => {
  const signals: AbortSignal[] = [];
  const call = (result: Promise<number>) => (signal: AbortSignal) => {
    signals.push(signal);
    return result;
  };
  expect(await withTimeout(ample, call(Promise.resolve(3)), createTimeoutError)).toBe(3);
  await expect(
    withTimeout(ample, call(Promise.reject(new Error('broken'))), createTimeoutError),
  ).rejects.toThrow('broken');
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});

it('rejects if the call exceeds the timeout, and aborts it with the reason', async () => {
  let stopped: AbortSignal | undefined;
  const never = (signal: AbortSignal) => {
    stopped = signal;
    return new Promise<never>(() => undefined);
  };
  await expect(withTimeout(1, never, createTimeoutError)).rejects.toThrow('late');
  expect(stopped?.reason).toMatchObject({ message: 'late' });
});

it('rejects with the timeout error if the call fails because it was aborted', async () => {
  await expect(withTimeout(1, rejectOnAbort, createTimeoutError)).rejects.toThrow('late');
});
