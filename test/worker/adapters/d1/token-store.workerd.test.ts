/** Tests that stored tokens are encrypted, bound to their owner, and decrypted by any configured key. */

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createD1TokenStore, type TokenKey } from '../../../../worker/adapters/d1/token-store.ts';
import type { TokenStore } from '../../../../worker/ports/token-store.ts';
import { emptyCatalog } from '../../../support/workbench/d1.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';

const anna = { id: 'anna' };
const ben = { id: 'ben' };
const ghp = { token: 'ghp_of_anna', login: 'ann' };
const createKey = (version: string, byte: number): TokenKey => ({
  version,
  bytes: new Uint8Array(32).fill(byte),
});
const clock = createManualClock();
const createStore = (...keys: TokenKey[]): TokenStore => createD1TokenStore(env.CATALOG, keys, clock);

interface Row {
  readonly sealed: string;
  readonly key_version: string;
}

const readRow = async (): Promise<Row | null> =>
  env.CATALOG.prepare('SELECT * FROM source_token').first<Row>();

beforeEach(async () => {
  await emptyCatalog();
});

describe('a token', () => {
  it('is stored encrypted, and only its owner can read it', async () => {
    const store = createStore(createKey('1', 1));
    await store.store(anna, 'github', ghp);
    expect(await store.read(anna, 'github')).toBe('ghp_of_anna');
    expect(await store.read(ben, 'github')).toBeUndefined();
    expect(await store.list(anna)).toEqual([{ host: 'github', login: 'ann', createdAt: clock.now() }]);
    const stored = await readRow();
    expect(atob(stored?.sealed ?? '')).not.toContain('ghp_of_anna');
  });

  it('is encrypted differently each time, and its newest value replaces the others', async () => {
    const store = createStore(createKey('1', 1));
    await store.store(anna, 'github', ghp);
    const first = await readRow();
    await store.store(anna, 'github', ghp);
    expect((await readRow())?.sealed).not.toBe(first?.sealed);
    await store.store(anna, 'github', { token: 'ghp_newer', login: 'ann' });
    expect(await store.read(anna, 'github')).toBe('ghp_newer');
    expect(await store.list(anna)).toHaveLength(1);
  });

  it('cannot be decrypted by another viewer, even if the row is copied', async () => {
    const store = createStore(createKey('1', 1));
    await store.store(anna, 'github', ghp);
    await env.CATALOG.prepare("UPDATE source_token SET viewer = 'ben'").run();
    expect(await store.read(ben, 'github')).toBeUndefined();
  });

  it('is decrypted with an older key, and then encrypted again with the first key', async () => {
    await createStore(createKey('1', 1)).store(anna, 'github', ghp);
    const rotatedStore = createStore(createKey('2', 2), createKey('1', 1));
    expect(await rotatedStore.read(anna, 'github')).toBe('ghp_of_anna');
    expect((await readRow())?.key_version).toBe('2');
    expect(await createStore(createKey('2', 2)).read(anna, 'github')).toBe('ghp_of_anna');
  });

  it('is treated as missing once its key is gone or replaced under the same version', async () => {
    await createStore(createKey('1', 1)).store(anna, 'github', ghp);
    expect(await createStore(createKey('2', 2)).read(anna, 'github')).toBeUndefined();
    expect(await createStore(createKey('1', 9)).read(anna, 'github')).toBeUndefined();
  });

  it('cannot be read after it is removed', async () => {
    const store = createStore(createKey('1', 1));
    await store.store(anna, 'github', ghp);
    expect(await store.remove(ben, 'github')).toBe(false);
    expect(await store.remove(anna, 'github')).toBe(true);
    expect(await readRow()).toBeNull();
  });
});
