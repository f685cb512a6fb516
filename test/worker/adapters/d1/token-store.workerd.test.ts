/** Tokens as they lie in the database: sealed, bound to whose they are, and opened by any key that is still there. */

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createD1TokenStore, type TokenKey } from '../../../../worker/adapters/d1/token-store.ts';
import type { TokenStore } from '../../../../worker/ports/token-store.ts';
import { emptyCatalog } from '../../../support/workbench/d1.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';

const anna = { id: 'anna' };
const ben = { id: 'ben' };
const ghp = { token: 'ghp_of_anna', login: 'ann' };
const keyOf = (version: string, byte: number): TokenKey => ({
  version,
  bytes: new Uint8Array(32).fill(byte),
});
const clock = createManualClock();
const storeOf = (...keys: TokenKey[]): TokenStore => createD1TokenStore(env.CATALOG, keys, clock);

interface Row {
  readonly sealed: string;
  readonly key_version: string;
}

const row = async (): Promise<Row | null> => env.CATALOG.prepare('SELECT * FROM source_token').first<Row>();

beforeEach(async () => {
  await emptyCatalog();
});

describe('a token', () => {
  it('is told to whose it is alone, and lies sealed', async () => {
    const store = storeOf(keyOf('1', 1));
    await store.store(anna, 'github', ghp);
    expect(await store.read(anna, 'github')).toBe('ghp_of_anna');
    expect(await store.read(ben, 'github')).toBeUndefined();
    expect(await store.list(anna)).toEqual([{ host: 'github', login: 'ann', createdAt: clock.now() }]);
    const kept = await row();
    expect(atob(kept?.sealed ?? '')).not.toContain('ghp_of_anna');
  });

  it('is sealed otherwise each time, and the newest holds', async () => {
    const store = storeOf(keyOf('1', 1));
    await store.store(anna, 'github', ghp);
    const first = await row();
    await store.store(anna, 'github', ghp);
    expect((await row())?.sealed).not.toBe(first?.sealed);
    await store.store(anna, 'github', { token: 'ghp_newer', login: 'ann' });
    expect(await store.read(anna, 'github')).toBe('ghp_newer');
    expect(await store.list(anna)).toHaveLength(1);
  });

  it('opens for no other viewer, though its row is copied', async () => {
    const store = storeOf(keyOf('1', 1));
    await store.store(anna, 'github', ghp);
    await env.CATALOG.prepare("UPDATE source_token SET viewer = 'ben'").run();
    expect(await store.read(ben, 'github')).toBeUndefined();
  });

  it('is opened by an older key and sealed anew by the first', async () => {
    await storeOf(keyOf('1', 1)).store(anna, 'github', ghp);
    const both = storeOf(keyOf('2', 2), keyOf('1', 1));
    expect(await both.read(anna, 'github')).toBe('ghp_of_anna');
    expect((await row())?.key_version).toBe('2');
    expect(await storeOf(keyOf('2', 2)).read(anna, 'github')).toBe('ghp_of_anna');
  });

  it('is as if it were not there once its key is gone, or another bears its name', async () => {
    await storeOf(keyOf('1', 1)).store(anna, 'github', ghp);
    expect(await storeOf(keyOf('2', 2)).read(anna, 'github')).toBeUndefined();
    expect(await storeOf(keyOf('1', 9)).read(anna, 'github')).toBeUndefined();
  });

  it('is gone when it is removed', async () => {
    const store = storeOf(keyOf('1', 1));
    await store.store(anna, 'github', ghp);
    expect(await store.remove(ben, 'github')).toBe(false);
    expect(await store.remove(anna, 'github')).toBe(true);
    expect(await row()).toBeNull();
  });
});
