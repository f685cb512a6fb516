/** Tests that stored API keys fulfill the contract, and that finding one reads two rows. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { createD1KeyStore } from '../../../../worker/adapters/d1/key-store.ts';
import { keyStoreContract } from '../../../contracts/key-store.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';
import { countRows, emptyCatalog } from '../../../support/workbench/d1.ts';

keyStoreContract(async () => {
  const clock = createManualClock();
  const { advance, now } = clock;
  return { store: createD1KeyStore(await emptyCatalog(), clock), advance, now };
});

it('finds a key by its hash without a scan', async () => {
  const database = await emptyCatalog();
  const store = createD1KeyStore(database, createManualClock());
  const base = { kind: 'secret', name: 'n', prefix: 'wf_12345', scopes: ['ask'], origins: [] } as const;
  for (let index = 0; index < 20; index += 1)
    await store.create(
      { ...base, id: `k${index}`, userId: 'anna', repositories: undefined, limits: {}, expiresAt: undefined },
      `hash-${index}`,
    );
  const { meta } = await env.CATALOG.prepare(
    'SELECT api_key.* FROM api_key_secret JOIN api_key ON api_key.id = key_id WHERE hash = ?1',
  )
    .bind('hash-7')
    .all();
  expect(meta.rows_read).toBeLessThanOrEqual(2);
  await store.removeAll('anna');
  expect(await countRows(database)).toEqual({});
});
