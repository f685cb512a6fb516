/** Tests the runtime's clock and its random ids. */
import { expect, it } from 'vitest';
import { createSystemClock } from '../../../../worker/adapters/embedded/clock.ts';

const clock = createSystemClock();

it('creates unique ids of 16 lower-case letters and digits, evenly distributed', () => {
  const ids = Array.from({ length: 5_000 }, () => clock.newId());
  for (const id of ids) expect(id).toMatch(/^[a-z0-5]{16}$/);
  expect(new Set(ids).size).toBe(ids.length);
  for (let position = 0; position < 16; position += 1)
    expect(new Set(ids.map((id) => id[position])).size).toBe(32);
});

it('returns the time in milliseconds', () => {
  const before = Date.now();
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  expect(clock.now()).toBeLessThanOrEqual(Date.now());
});
