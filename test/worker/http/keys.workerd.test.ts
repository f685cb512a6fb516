/** API keys over HTTP: created once, limited to what their creator has, rotated, revoked, and their usage. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createD1KeyStore } from '../../../worker/adapters/d1/key-store.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import { parseKey } from '../../../worker/core/keys.ts';
import type { Repository } from '../../../worker/core/repositories/repository.ts';
import type { Viewer } from '../../../worker/core/viewer.ts';
import { removeKeys } from '../../../worker/flows/keys/manage-keys.ts';
import type { Metering } from '../../../worker/flows/limits/metering.ts';
import { createApp } from '../../../worker/http/app.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { createMemoryLimits } from '../../support/fakes/memory-limits.ts';
import { addQueuedSnapshot } from '../../support/workbench/add-snapshot.ts';
import { openWorkbench, type Workbench } from '../../support/workbench/workbench.ts';

const anna: Viewer = { kind: 'user', id: 'anna', isAdmin: false };
let workbench: Workbench;
let services: Workbench['services'];
let viewer: Viewer;
let client: Client;
let mode: 'open' | 'hosted';

beforeEach(async () => {
  workbench = await openWorkbench();
  const { clock } = workbench;
  viewer = anna;
  mode = 'hosted';
  const metering: Metering = {
    limits: createMemoryLimits(clock),
    anonymous: { requests: 60, questions: 20 },
    user: { requests: 120, questions: 50, repositories: 5 },
    publishable: { requests: 120, questions: 200 },
    dollarsPerDay: undefined,
  };
  const keyStore = createD1KeyStore(env.CATALOG, clock);
  services = {
    ...workbench.services,
    metering,
    keyStore,
    identities: { identify: () => Promise.resolve(viewer), identifyVisitor: () => Promise.resolve(viewer) },
  };
  const { settings } = parseConfig({});
  const facts = { config: { allowedHosts: ['localhost'], settings }, adapters: {}, version: '1' };
  const app = createApp<object>(
    () =>
      ({
        ...facts,
        config: { ...facts.config, mode },
        services: mode === 'open' ? { ...services, metering: undefined, keyStore: undefined } : services,
      }) as never,
  );
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('host', 'localhost');
    return app.request(request, undefined, {});
  };
  client = createClient({ baseUrl: 'http://localhost', fetch: send });
});

async function addRepository({ name, visibility }: Pick<Repository, 'name' | 'visibility'>) {
  const added = await addQueuedSnapshot({ services }, { name }, anna);
  await env.CATALOG.prepare('UPDATE repository SET visibility = ?1 WHERE id = ?2')
    .bind(visibility, added.id)
    .run();
  return added;
}
const fails = (code: string) => ({ problem: expect.objectContaining({ code }) });

/** Sends the next requests with a key, as the server identifies it. */
async function actAs(secret: string): Promise<void> {
  const parsed = await parseKey(secret);
  const key = 'hash' in parsed ? await services.keyStore?.findByHash(parsed.hash) : undefined;
  if (key === undefined) throw new Error('The key is not valid.');
  const { id: keyId, userId: id, scopes, repositories, limits } = key;
  viewer = { kind: 'key', id, keyId, scopes, repositories, limits };
}

describe('a new key', () => {
  it('is shown once, and listed without its secret', async () => {
    const { key, secret } = await client.createKey({
      name: 'CI',
      limits: { questionsPerDay: 10, dollarsPerDay: 1.5 },
      expiresAt: '2099-01-01T00:00:00Z',
    });
    expect(secret.startsWith(key.prefix)).toBe(true);
    expect(key).toMatchObject({
      kind: 'secret',
      name: 'CI',
      scopes: ['ask', 'search', 'read'],
      repositories: null,
      limits: { questionsPerDay: 10, dollarsPerDay: 1.5 },
      expiresAt: '2099-01-01T00:00:00.000Z',
      lastUsedAt: null,
      revokedAt: null,
    });
    const list = await client.listKeys();
    expect(list).toEqual({ keys: [key], next: null });
    expect(JSON.stringify(list)).not.toContain(secret.slice(8));
    viewer = { kind: 'user', id: 'ben', isAdmin: false };
    expect(await client.listKeys()).toEqual({ keys: [], next: null });
  });

  it('is refused if it had ended before it began', async () => {
    const refused = client.createKey({ name: 'late', expiresAt: '2020-01-01T00:00:00Z' });
    await expect(refused).rejects.toMatchObject({
      problem: { status: 400, detail: expect.stringContaining('2020-01-01T00:00:00Z is in the past') },
    });
  });

  it('needs valid repositories, origins and scopes', async () => {
    await expect(client.createKey({ name: 'n', scopes: [] })).rejects.toMatchObject(fails('invalid_request'));
    await expect(client.createKey({ name: 'n', origins: ['https://a.b'] })).rejects.toMatchObject(
      fails('invalid_request'),
    );
    await expect(client.createKey({ name: 'n', repositories: ['nowhere'] })).rejects.toMatchObject(
      fails('repository_not_found'),
    );
    await expect(client.createKey({ name: 'n\n' })).rejects.toMatchObject(fails('invalid_request'));
  });

  it.each([
    ['repositoryIds', 'did you mean "repositories"?'],
    ['questionsPerDay', 'did you mean "limits.questionsPerDay"?'],
    ['expiresInDays', 'the fields are kind, name, scopes, repositories, origins, limits, expiresAt'],
  ])(
    'is refused with the unknown field %s, since it would not be limited as intended',
    async (field, hint) => {
      const detail = `body: "${field}" is not a field here; ${hint}.`;
      const details = { problems: [expect.objectContaining({ field })] };
      const problem = expect.objectContaining({ status: 400, code: 'invalid_request', detail, details });
      await expect(client.createKey({ name: 'n', [field]: 1 })).rejects.toMatchObject({ problem });
      expect(await client.listKeys()).toEqual({ keys: [], next: null });
    },
  );

  it('is refused above 50 keys', async () => {
    const created = [];
    for (let index = 0; index < 50; index += 1) created.push(await client.createKey({ name: `${index}` }));
    await expect(client.createKey({ name: 'one more' })).rejects.toMatchObject(fails('too_many_keys'));
    await client.revokeKey(created[0]?.key.id ?? '');
    expect(await client.createKey({ name: 'one more' })).toMatchObject({ key: { name: 'one more' } });
  });
});

describe('a publishable key', () => {
  const origins = ['https://Docs.example.org/'];

  it('has one public repository and its origins', async () => {
    const { id } = await addRepository({ name: 'open', visibility: 'public' });
    const { key, secret } = await client.createKey({
      kind: 'publishable',
      name: 'Docs',
      repositories: [id],
      origins,
    });
    expect(secret).toMatch(/^wfp_/);
    expect(key).toMatchObject({ scopes: ['ask', 'read'], origins: ['https://docs.example.org'] });
    await expect(client.updateKey(key.id, { repositories: null })).rejects.toMatchObject(
      fails('invalid_request'),
    );
    await expect(client.updateKey(key.id, { origins: [] })).rejects.toMatchObject(fails('invalid_request'));
    await expect(client.updateKey(key.id, { scopes: ['admin'] })).rejects.toMatchObject({
      problem: { code: 'invalid_request', detail: expect.stringContaining('always has ask and read') },
    });
    expect(await client.updateKey(key.id, { scopes: ['read', 'ask'], name: 'Site' })).toMatchObject({
      name: 'Site',
    });
  });

  it('is refused for a private repository, without an origin, or with other scopes', async () => {
    const { id } = await addRepository({ name: 'closed', visibility: 'private' });
    const open = await addRepository({ name: 'open', visibility: 'public' });
    for (const body of [
      { repositories: [id], origins },
      { repositories: [id], origins: [] },
      { origins },
      { repositories: [id], origins: ['*'] },
      { repositories: [open.id], origins, scopes: ['ask' as const, 'search' as const] },
    ])
      await expect(client.createKey({ kind: 'publishable', name: 'Docs', ...body })).rejects.toMatchObject(
        fails('invalid_request'),
      );
  });
});

describe('a key with the scope admin', () => {
  const adminScopes = ['admin', 'read'] as const;

  it('creates and renews only keys with no more than itself', async () => {
    const everything = await client.createKey({ name: 'All', scopes: ['ask', 'read', 'index', 'admin'] });
    const { secret } = await client.createKey({
      name: 'Admin',
      scopes: [...adminScopes],
      limits: { questionsPerDay: 5 },
      expiresAt: '2099-01-01T00:00:00Z',
    });
    await actAs(secret);
    const base = { name: 'n', limits: { questionsPerDay: 5 }, expiresAt: '2098-01-01T00:00:00Z' };
    const exceeds = fails('key_exceeds_viewer');
    await expect(client.createKey({ ...base, scopes: ['index'] })).rejects.toMatchObject(exceeds);
    await expect(client.createKey({ name: 'n', scopes: ['read'] })).rejects.toMatchObject(exceeds);
    await expect(client.createKey({ ...base, scopes: ['read'], limits: {} })).rejects.toMatchObject(exceeds);
    await expect(client.rotateKey(everything.key.id)).rejects.toMatchObject(exceeds);
    await expect(client.updateKey(everything.key.id, { name: 'Mine' })).rejects.toMatchObject(exceeds);
    const { key } = await client.createKey({ ...base, scopes: ['read'] });
    await expect(client.updateKey(key.id, { scopes: ['ask'] })).rejects.toMatchObject(exceeds);
    await expect(client.updateKey(key.id, { expiresAt: null })).rejects.toMatchObject({
      problem: {
        code: 'key_exceeds_viewer',
        detail: expect.stringContaining('set `expiresAt` to 2099-01-01 00:00 UTC or earlier'),
      },
    });
    expect(await client.updateKey(key.id, { name: 'Read' })).toMatchObject({ name: 'Read' });
  });

  it('for some repositories creates keys for these only', async () => {
    const one = await addRepository({ name: 'one', visibility: 'public' });
    const two = await addRepository({ name: 'two', visibility: 'public' });
    const { secret } = await client.createKey({
      name: 'Admin',
      scopes: [...adminScopes],
      repositories: [one.id],
    });
    await actAs(secret);
    await expect(client.createKey({ name: 'n', scopes: ['read'] })).rejects.toMatchObject(
      fails('key_exceeds_viewer'),
    );
    await expect(
      client.createKey({ name: 'n', scopes: ['read'], repositories: [one.id, two.id] }),
    ).rejects.toMatchObject(fails('key_exceeds_viewer'));
    expect(await client.createKey({ name: 'n', scopes: ['read'], repositories: [one.id] })).toMatchObject({
      key: { repositories: [one.id] },
    });
  });
});

describe('a key for some repositories', () => {
  it('sees and revokes only keys for these, and stores no token', async () => {
    const { id } = await addRepository({ name: 'one', visibility: 'private' });
    const { id: secondId } = await addRepository({ name: 'two', visibility: 'private' });
    const general = await client.createKey({ name: 'General' });
    const other = await client.createKey({ name: 'Other', repositories: [secondId] });
    const scopes = ['admin', 'read'] as const;
    const limited = await client.createKey({ name: 'Limited', repositories: [id], scopes: [...scopes] });
    await actAs(limited.secret);
    expect((await client.listKeys()).keys.map(({ name }) => name)).toEqual(['Limited']);
    for (const { key } of [general, other]) {
      await expect(client.revokeKey(key.id)).rejects.toMatchObject(fails('key_not_found'));
      await expect(client.keyUsage(key.id)).rejects.toMatchObject(fails('key_not_found'));
    }
    await expect(client.storeToken('github', 'ghp_x')).rejects.toMatchObject(fails('not_allowed'));
    await expect(client.removeToken('github')).rejects.toMatchObject(fails('not_allowed'));
    await client.revokeKey(limited.key.id);
    await expect(actAs(limited.secret)).rejects.toThrow('not valid');
  });
});

describe('an existing key', () => {
  it('gets a new secret, and the earlier one ends at once or after the grace period', async () => {
    const { key, secret } = await client.createKey({ name: 'CI' });
    const second = await client.rotateKey(key.id);
    expect(second.key.id).toBe(key.id);
    await expect(actAs(secret)).rejects.toThrow('not valid');
    const third = await client.rotateKey(key.id, { graceHours: 2 });
    await actAs(second.secret);
    await actAs(third.secret);
    workbench.clock.advance(2 * 3_600_000);
    await expect(actAs(second.secret)).rejects.toThrow('not valid');
  });

  it('is unknown after it is revoked, and to other users', async () => {
    const { key, secret } = await client.createKey({ name: 'CI' });
    viewer = { kind: 'user', id: 'ben', isAdmin: false };
    for (const call of [
      () => client.revokeKey(key.id),
      () => client.rotateKey(key.id),
      () => client.updateKey(key.id, { name: 'x' }),
      () => client.keyUsage(key.id),
    ])
      await expect(call()).rejects.toMatchObject(fails('key_not_found'));
    viewer = anna;
    await client.revokeKey(key.id);
    await expect(actAs(secret)).rejects.toThrow('not valid');
    await expect(client.rotateKey(key.id)).rejects.toMatchObject(fails('key_not_found'));
    expect((await client.listKeys()).keys).toMatchObject([{ id: key.id, revokedAt: expect.any(String) }]);
  });

  it('counts for itself and for its user', async () => {
    const { key, secret } = await client.createKey({
      name: 'CI',
      scopes: ['read'],
      limits: { requestsPerMinute: 3, questionsPerDay: 9 },
    });
    await actAs(secret);
    await client.listRepositories();
    const own = await client.usage();
    expect(own.limits).toContainEqual(
      expect.objectContaining({ limit: 'requestsPerMinute', max: 3, used: 2, left: 1 }),
    );
    expect(own.limits).toContainEqual(
      expect.objectContaining({ limit: 'repositoriesPerDay', max: 5, used: 0 }),
    );
    expect(own.total).toMatchObject({ requests: 2, questions: 0, dollars: 0 });
    await client.listRepositories();
    await expect(client.listRepositories()).rejects.toMatchObject({
      problem: {
        code: 'limit_reached',
        detail: expect.stringContaining('This API key has used its 3 requests'),
      },
    });
    viewer = anna;
    const usage = await client.keyUsage(key.id);
    expect(usage.total).toMatchObject({ requests: 3 });
    expect(usage.days).toMatchObject([{ requests: 3 }]);
    await services.questionTotals.add({ id: 'anna' });
    expect(await client.usage()).toMatchObject({ total: { requests: 6 }, questionsInTotal: 1 });
  });
});

it('deletes all keys and counts of a user', async () => {
  await client.createKey({ name: 'CI' });
  await removeKeys(services, 'anna');
  expect((await client.listKeys()).keys).toEqual([]);
  expect((await client.usage()).total.requests).toBe(2);
});

it('has no keys in open mode, and nothing is counted', async () => {
  mode = 'open';
  await expect(client.createKey({ name: 'CI' })).rejects.toMatchObject(fails('no_accounts'));
  await expect(client.listKeys()).rejects.toMatchObject(fails('no_accounts'));
  expect(await client.usage()).toEqual({
    limits: [],
    days: [],
    total: { requests: 0, questions: 0, tokens: 0, lines: 0, repositories: 0, dollars: 0 },
    questionsInTotal: 0,
  });
});
