import { expect, test } from 'vitest';
import { createBindingBurstLimit } from '../../../../worker/adapters/rate-limit/burst-limit.ts';

test('a sender is allowed until the binding refuses its name', async () => {
  const left = new Map([['address:1', 2]]);
  const limit = createBindingBurstLimit({
    limit: ({ key }) => {
      const calls = (left.get(key) ?? 2) - 1;
      left.set(key, calls);
      return Promise.resolve({ success: calls >= 0 });
    },
  });
  const asked = [];
  for (const sender of ['address:1', 'address:1', 'address:1', 'address:2'])
    asked.push(await limit.allows(sender));
  expect(asked).toEqual([true, true, false, true]);
});

test('a binding that fails refuses nobody', async () => {
  const limit = createBindingBurstLimit({ limit: () => Promise.reject(new Error('gone')) });
  expect(await limit.allows('address:1')).toBe(true);
});
