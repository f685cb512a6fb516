/** Contract of every store of API keys: a secret is found until it is revoked, replaced or ended, and users see only their own keys. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyStore, NewKey } from '../../worker/ports/access/key-store.ts';

interface OpenedKeyStore {
  readonly store: KeyStore;
  readonly advance: (ms: number) => void;
  readonly now: () => number;
}

const dayMs = 86_400_000;
const createKey = (id: string, changes: Partial<NewKey> = {}): NewKey => ({
  id,
  userId: 'anna',
  kind: 'secret',
  name: `Key ${id}`,
  prefix: 'wf_12345',
  scopes: ['ask', 'read'],
  repositories: undefined,
  origins: [],
  limits: {},
  expiresAt: undefined,
  ...changes,
});

const rotation = (hash: string, previousUntil?: number) => ({ hash, prefix: 'wf_other', previousUntil });

export function keyStoreContract(open: () => Promise<OpenedKeyStore>): void {
  let store: KeyStore;
  let advance: (ms: number) => void;
  let now: () => number;
  beforeEach(async () => {
    ({ store, advance, now } = await open());
  });

  it('returns what was stored, by hash and in the list of its user', async () => {
    const added = createKey('a', {
      kind: 'publishable',
      repositories: ['r1'],
      origins: ['https://docs.example.org'],
      limits: { questions: 7, microdollars: 1_500_000 },
      expiresAt: now() + dayMs,
    });
    const created = await store.create(added, 'hash-a');
    expect(created).toEqual({ ...added, createdAt: now(), lastUsedAt: undefined, revokedAt: undefined });
    expect(await store.findByHash('hash-a')).toEqual(created);
    expect(await store.findByHash('hash-b')).toBeUndefined();
    expect(await store.read('anna', 'a')).toEqual(created);
    advance(1);
    const second = await store.create(createKey('b'), 'hash-b');
    expect(await store.list('anna')).toEqual([second, created]);
  });

  it('shows and changes no key of another user', async () => {
    await store.create(createKey('a'), 'hash-a');
    expect(await store.list('ben')).toEqual([]);
    expect(await store.read('ben', 'a')).toBeUndefined();
    expect(await store.update('ben', 'a', { name: 'Mine' })).toBeUndefined();
    expect(await store.rotate('ben', 'a', rotation('hash-b'))).toBeUndefined();
    expect(await store.revoke('ben', 'a')).toBe(false);
    expect(await store.removeAll('ben')).toEqual([]);
    expect(await store.findByHash('hash-a')).toMatchObject({ name: 'Key a' });
    expect(await store.findByHash('hash-b')).toBeUndefined();
  });

  it('changes only what is stated, and null removes a value', async () => {
    await store.create(createKey('a', { repositories: ['r1'], expiresAt: 5 }), 'hash-a');
    expect(await store.update('anna', 'a', { name: 'New', limits: { questions: 1 } })).toMatchObject({
      name: 'New',
      limits: { questions: 1 },
      repositories: ['r1'],
      expiresAt: 5,
    });
    expect(
      await store.update('anna', 'a', {
        repositories: null,
        expiresAt: null,
        scopes: ['search'],
        origins: ['https://a.b'],
      }),
    ).toMatchObject({
      name: 'New',
      repositories: undefined,
      expiresAt: undefined,
      scopes: ['search'],
      origins: ['https://a.b'],
    });
  });

  describe('a rotated key', () => {
    it('is found by its new secret only', async () => {
      await store.create(createKey('a'), 'hash-a');
      expect(await store.rotate('anna', 'a', rotation('hash-b'))).toMatchObject({ prefix: 'wf_other' });
      expect(await store.findByHash('hash-a')).toBeUndefined();
      expect(await store.findByHash('hash-b')).toMatchObject({ id: 'a' });
    });

    it('is found by its earlier secret until the grace period ends', async () => {
      await store.create(createKey('a'), 'hash-a');
      await store.rotate('anna', 'a', rotation('hash-b', now() + 1_000));
      advance(999);
      expect(await store.findByHash('hash-a')).toMatchObject({ id: 'a' });
      advance(1);
      expect(await store.findByHash('hash-a')).toBeUndefined();
      expect(await store.findByHash('hash-b')).toMatchObject({ id: 'a' });
    });

    it('has at most one earlier secret', async () => {
      await store.create(createKey('a'), 'hash-a');
      await store.rotate('anna', 'a', rotation('hash-b', now() + 1_000));
      await store.rotate('anna', 'a', rotation('hash-c', now() + 1_000));
      expect(await store.findByHash('hash-a')).toBeUndefined();
      expect(await store.findByHash('hash-b')).toMatchObject({ id: 'a' });
      await store.rotate('anna', 'a', rotation('hash-d'));
      expect(await store.findByHash('hash-b')).toBeUndefined();
      expect(await store.findByHash('hash-c')).toBeUndefined();
    });
  });

  it('does not find or change a revoked key, and lists it for 90 days', async () => {
    await store.create(createKey('a'), 'hash-a');
    await store.rotate('anna', 'a', rotation('hash-b', now() + dayMs));
    expect(await store.revoke('anna', 'a')).toBe(true);
    const revokedAt = now();
    for (const hash of ['hash-a', 'hash-b']) expect(await store.findByHash(hash)).toBeUndefined();
    expect(await store.update('anna', 'a', { name: 'Again' })).toBeUndefined();
    expect(await store.rotate('anna', 'a', rotation('hash-c'))).toBeUndefined();
    expect(await store.findByHash('hash-c')).toBeUndefined();
    advance(dayMs);
    expect(await store.revoke('anna', 'a')).toBe(true);
    expect(await store.list('anna')).toMatchObject([{ id: 'a', revokedAt }]);
    advance(90 * dayMs);
    expect(await store.list('anna')).toEqual([]);
  });

  it('records use to the minute', async () => {
    await store.create(createKey('a'), 'hash-a');
    await store.recordUse('a');
    const firstUse = now();
    advance(59_999);
    await store.recordUse('a');
    expect(await store.read('anna', 'a')).toMatchObject({ lastUsedAt: firstUse });
    advance(1);
    await store.recordUse('a');
    expect(await store.read('anna', 'a')).toMatchObject({ lastUsedAt: firstUse + 60_000 });
  });

  it('deletes everything of a user', async () => {
    await store.create(createKey('a'), 'hash-a');
    await store.create(createKey('b'), 'hash-b');
    await store.create(createKey('c', { userId: 'ben' }), 'hash-c');
    expect([...(await store.removeAll('anna'))].toSorted()).toEqual(['a', 'b']);
    expect(await store.list('anna')).toEqual([]);
    expect(await store.findByHash('hash-a')).toBeUndefined();
    expect(await store.findByHash('hash-c')).toMatchObject({ id: 'c' });
  });
}
