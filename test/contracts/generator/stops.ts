/** A call ends at once when its signal is aborted. */

import { expect, it, vi } from 'vitest';
import { providerFaults } from '../../support/providers/provider-faults.ts';
import { generateRequest, openWorlds, captureError, type GeneratorSubject } from './subject.ts';

export function abortSuite(subject: GeneratorSubject): void {
  const world = openWorlds(subject);

  it('sends no request if the signal is already aborted', async () => {
    const reason = new Error('gone');
    expect(await captureError(world.ask({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(world.providers.calls).toEqual([]);
  });

  it.each(['silent head', 'stall before text', 'stall in the middle'] as const)(
    'closes the connection at once during a “%s”',
    async (fault) => {
      world.reply = providerFaults[fault];
      const stop = new AbortController();
      const request = captureError(world.ask({ signal: stop.signal }));
      await vi.waitFor(() => expect(world.providers.calls).toHaveLength(1));
      if (fault === 'stall in the middle')
        await vi.waitFor(() => expect(world.providers.calls[0]?.firstPartAt).toBeDefined());
      const reason = new Error('gone');
      const stoppedAt = performance.now();
      stop.abort(reason);
      expect(await request).toBe(reason);
      await world.providers.calls[0]?.closed;
      expect(world.providers.calls[0]).toMatchObject({ wasStopped: true });
      expect((world.providers.calls[0]?.closedAt ?? Infinity) - stoppedAt).toBeLessThan(300);
    },
  );

  it('closes the connection at once when the caller stops reading', async () => {
    world.reply = providerFaults['stall in the middle'];
    let stoppedAt = Infinity;
    for await (const part of world.generator.generate(generateRequest()))
      if (part.type === 'text-delta') {
        stoppedAt = performance.now();
        break;
      }
    await world.providers.calls[0]?.closed;
    expect(world.providers.calls[0]).toMatchObject({ wasStopped: true });
    expect((world.providers.calls[0]?.closedAt ?? Infinity) - stoppedAt).toBeLessThan(300);
  });
}
