/** A call that is waited for so long and no longer. */
import { expect, it } from 'vitest';
import { withTimeout } from '../../../../worker/retrieval/search/with-timeout.ts';

const late = () => new Error('late');
const ample = 60_000;

const heeding = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')));
  });

it('gives what the call gives, or throws what it throws, and stops nothing', async () => {
  const signals: AbortSignal[] = [];
  const call = (result: Promise<number>) => (signal: AbortSignal) => {
    signals.push(signal);
    return result;
  };
  expect(await withTimeout(ample, call(Promise.resolve(3)), late)).toBe(3);
  await expect(withTimeout(ample, call(Promise.reject(new Error('broken'))), late)).rejects.toThrow('broken');
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});

it('rejects when the call takes longer, and stops it with the reason', async () => {
  let stopped: AbortSignal | undefined;
  const never = (signal: AbortSignal) => {
    stopped = signal;
    return new Promise<never>(() => undefined);
  };
  await expect(withTimeout(1, never, late)).rejects.toThrow('late');
  expect(stopped?.reason).toMatchObject({ message: 'late' });
});

it('rejects as late where the call fails for being stopped', async () => {
  await expect(withTimeout(1, heeding, late)).rejects.toThrow('late');
});
