/** A call ends at once when its signal is aborted. */

import { expect, it, vi } from 'vitest';
import { providerFaults } from '../../support/providers/provider-faults.ts';
import { asked, openWorlds, thrownBy, type GeneratorSubject } from './subject.ts';

export function stopsAtOnce(subject: GeneratorSubject): void {
  const world = openWorlds(subject);

  it('makes no call', async () => {
    const reason = new Error('gone');
    expect(await thrownBy(world.ask({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(world.vendors.calls).toEqual([]);
  });

  it.each(['silent head', 'stall before text', 'stall in the middle'] as const)(
    'closes the connection at once in a %s',
    async (fault) => {
      world.reply = providerFaults[fault];
      const stop = new AbortController();
      const asking = thrownBy(world.ask({ signal: stop.signal }));
      await vi.waitFor(() => expect(world.vendors.calls).toHaveLength(1));
      if (fault === 'stall in the middle')
        await vi.waitFor(() => expect(world.vendors.calls[0]?.firstPartAt).toBeDefined());
      const reason = new Error('gone');
      const stoppedAt = performance.now();
      stop.abort(reason);
      expect(await asking).toBe(reason);
      await world.vendors.calls[0]?.closed;
      expect(world.vendors.calls[0]).toMatchObject({ wasStopped: true });
      expect((world.vendors.calls[0]?.closedAt ?? Infinity) - stoppedAt).toBeLessThan(300);
    },
  );

  it('closes the connection at once when the caller leaves', async () => {
    world.reply = providerFaults['stall in the middle'];
    let leftAt = Infinity;
    for await (const part of world.generator.generate(asked()))
      if (part.type === 'text-delta') {
        leftAt = performance.now();
        break;
      }
    await world.vendors.calls[0]?.closed;
    expect(world.vendors.calls[0]).toMatchObject({ wasStopped: true });
    expect((world.vendors.calls[0]?.closedAt ?? Infinity) - leftAt).toBeLessThan(300);
  });
}
