/** Implements the `Clock` port with the runtime's clock and random ids. */

import type { Clock } from '../../ports/clock.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz012345';
const idLength = 16;

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    // The alphabet has 32 characters: five bits of each random byte, 80 bits in total.
    newId: () =>
      Array.from(
        crypto.getRandomValues(new Uint8Array(idLength)),
        (byte) => alphabet[byte % alphabet.length],
      ).join(''),
    yieldToEventLoop: () => new Promise((resolve) => setTimeout(resolve, 0)),
  };
}
