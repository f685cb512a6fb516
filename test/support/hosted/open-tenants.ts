/**
 * A hosted deployment with two tenants, for tests of who may do what: real databases, objects, API keys and identities. Only the sessions,
 * the code host and the last step of a removal are replaced.
 */

import { env } from 'cloudflare:workers';
import { createD1KeyStore } from '../../../worker/adapters/d1/key-store.ts';
import { actFor, deployment, type Scope, type Viewer } from '../../../worker/core/viewer.ts';
import { withAccessChecks } from '../../../worker/flows/github/check-access.ts';
import { createIdentities } from '../../../worker/flows/identity/create-identities.ts';
import { createKey, revokeKey, rotateKey, type KeyRequest } from '../../../worker/flows/keys/manage-keys.ts';
import type { Services } from '../../../worker/flows/services.ts';
import { createApp } from '../../../worker/http/app.ts';
import type { Accounts } from '../../../worker/ports/identity/accounts.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { createMemoryLimits } from '../fakes/memory-limits.ts';
import { openConversations } from '../workbench/open-conversations.ts';
import { uploadAndIndex } from '../workbench/run-jobs.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { createTenantHost, type TenantHost } from './tenant-host.ts';

export const origin = 'https://wherefore.test';
export const pageOrigin = 'https://docs.anna.test';
export const anna: Viewer = { kind: 'user', id: 'anna', isAdmin: false };
export const ben: Viewer = { kind: 'user', id: 'ben', isAdmin: false };

/** Repositories by their relation to the tenants. `turned-private` was public, and its host says that it is private now. */
export const repositoryNames = [
  'private-a',
  'private-b',
  'public-a',
  'popular',
  'unknown',
  'turned-private',
] as const;
export type RepositoryName = (typeof repositoryNames)[number];
export type StoredName = Exclude<RepositoryName, 'unknown'>;

export const identityNames = [
  'local',
  'anonymous',
  'visitor',
  'anna',
  'ben',
  'admin',
  'key-ask',
  'key-search',
  'key-read',
  'key-index',
  'key-admin',
  'key-all',
  'key-other-repository',
  'key-ben',
  'key-expired',
  'key-revoked',
  'key-rotated',
  'page',
  'page-wrong-origin',
  'page-no-origin',
] as const;
export type IdentityName = (typeof identityNames)[number];

export interface Tenants {
  readonly bench: Workbench;
  readonly services: Services;
  readonly host: TenantHost;
  readonly ids: Readonly<Record<RepositoryName, string>>;
  readonly headers: Readonly<Record<IdentityName, Readonly<Record<string, string>>>>;
  /** Sends a request as an identity. */
  readonly send: (as: IdentityName, path: string, init?: RequestInit) => Promise<Response>;
  readonly app: ReturnType<typeof createApp<object>>;
}

const accountNames: Readonly<Record<string, { readonly isAdmin: boolean }>> = {
  anna: { isAdmin: false },
  ben: { isAdmin: false },
  admin: { isAdmin: true },
};

/** Sessions by a cookie with the name of the user. Every request about accounts succeeds. */
const accounts: Accounts = {
  offeredMethods: ['password'],
  handle: () => Promise.resolve(Response.json({})),
  find(headers) {
    const [, name = ''] = /\bsession=(\w+)/.exec(headers.get('cookie') ?? '') ?? [];
    const known = accountNames[name];
    return Promise.resolve(known && { ...known, id: name, name, email: `${name}@wherefore.test` });
  },
  listSignInMethods: () => Promise.resolve(['password']),
  exists: (id) => Promise.resolve(id in accountNames),
  deleteAccount: () => Promise.resolve(true),
  listDeleted: () => Promise.resolve([]),
  removeExpired: () => Promise.resolve(),
};

/** The built app: one file for every page, and no guides. */
const assets = {
  fetch: (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/guides.json') return Promise.resolve(Response.json([]));
    const isPage = pathname === '/' || pathname === '/app';
    const html = '<!doctype html><html><head></head><body></body></html>';
    return Promise.resolve(
      isPage
        ? new Response(html, { headers: { 'content-type': 'text/html' } })
        : new Response(null, { status: 404 }),
    );
  },
};

const unlimited = { requests: 1_000_000, questions: 1_000_000, repositories: 1_000_000 };

export async function openTenants(): Promise<Tenants> {
  const subject = await openConversations(Date.now());
  const { bench, conversations } = subject;
  const host = createTenantHost(bench.clock);
  const keyStore = createD1KeyStore(env.CATALOG, bench.clock);
  const catalog = withAccessChecks(bench.services.catalog, host.hosting, bench.clock);
  const services: Services = {
    ...bench.services,
    catalog,
    hosting: host.hosting,
    conversations,
    accounts,
    keyStore,
    metering: {
      limits: createMemoryLimits(bench.clock),
      anonymous: unlimited,
      user: unlimited,
      publishable: unlimited,
      dollarsPerDay: undefined,
    },
    identities: createIdentities({
      accounts,
      keyStore,
      clock: bench.clock,
      addressId: (address) => Promise.resolve(`block of ${address}`),
    }),
  };
  const app = createTenantApp(services, 'hosted');
  const openApp = createTenantApp(
    { ...services, accounts: undefined, identities: undefined, keyStore: undefined, metering: undefined },
    'open',
  );
  const ids = { ...(await addRepositories(bench)), unknown: 'unknown-repository-id' };
  const headers = await createCredentials(services, ids);
  return {
    bench,
    services,
    host,
    ids,
    headers,
    app,
    send: async (as, path, init = {}) => {
      const sent = new Headers(init.headers);
      for (const [name, value] of Object.entries(headers[as])) if (!sent.has(name)) sent.set(name, value);
      const request = new Request(origin + path, { ...init, headers: sent });
      return (as === 'local' ? openApp : app).fetch(request, env);
    },
  };
}

/** Nothing is removed or changed at last, so that every cell finds the same repositories. */
function createTenantApp(services: Services, mode: 'open' | 'hosted') {
  const kept: Services = {
    ...services,
    catalog: {
      ...services.catalog,
      hideRepository: () => Promise.resolve(),
      hideVersion: (numbers) => Promise.resolve(numbers),
      publishRepository: () => Promise.resolve(),
      unpublishRepository: () => Promise.resolve(),
    },
    conversations: { ...services.conversations, remove: () => Promise.resolve() },
  };
  return createApp<object>(() => ({
    services: kept,
    config: { ...parseConfig({}), mode, allowedHosts: ['wherefore.test'], publicUrl: origin },
    assets,
    adapters: {} as never,
    version: 'test',
  }));
}

async function addRepositories(bench: Workbench): Promise<Readonly<Record<StoredName, string>>> {
  const add = async (name: StoredName, viewer: Viewer): Promise<string> => {
    const text = `# ${name}\n\nJoins chunks.\n`;
    const code = `/** Joins the chunks of ${name}. */\nexport function joinChunks(all: string[]): string {\n  return all.join('');\n}\n`;
    const files = { 'README.md': text, 'src/join.ts': code };
    return (await uploadAndIndex(bench, files, { viewer, name: `acme/${name}` })).id;
  };
  const ids = {
    'private-a': await add('private-a', anna),
    'private-b': await add('private-b', ben),
    'public-a': await add('public-a', anna),
    popular: await add('popular', deployment),
    'turned-private': await add('turned-private', anna),
  };
  const { catalog, clock } = bench.services;
  for (const name of ['popular', 'turned-private'] as const)
    await env.CATALOG.prepare('UPDATE repository SET source = ?2 WHERE id = ?1')
      .bind(ids[name], JSON.stringify({ kind: 'github', owner: 'acme', name, hostId: name }))
      .run();
  for (const name of ['public-a', 'popular', 'turned-private'] as const) {
    await catalog.publishRepository(ids[name]);
    await catalog.recordAccess(ids[name], undefined);
  }
  await catalog.recordAccess(ids['turned-private'], { checkedAt: clock.now(), lostAt: undefined });
  return ids;
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

async function createCredentials(services: Services, ids: Tenants['ids']): Promise<Tenants['headers']> {
  const create = (scopes: readonly Scope[], changes: Partial<KeyRequest> = {}, owner = anna) =>
    createKey(services, owner, {
      kind: 'secret',
      name: 'test',
      scopes,
      repositories: undefined,
      origins: [],
      limits: {},
      expiresAt: undefined,
      ...changes,
    });
  const all = ['ask', 'search', 'read', 'index', 'admin'] as const;
  const secretOf = async (...request: Parameters<typeof create>) => bearer((await create(...request)).secret);
  const expired = await create(all, { expiresAt: services.clock.now() - 1 });
  const revoked = await create(all);
  await revokeKey(services, anna, revoked.key.id);
  const rotated = await create(all);
  await rotateKey(services, anna, { id: rotated.key.id, graceMs: 0 });
  const page = await secretOf(['ask', 'read'], {
    kind: 'publishable',
    repositories: [ids['public-a']],
    origins: [pageOrigin],
  });
  return {
    local: {},
    anonymous: {},
    visitor: { cookie: '__Host-visitor=second' },
    anna: { cookie: 'session=anna' },
    ben: { cookie: 'session=ben' },
    admin: { cookie: 'session=admin' },
    'key-ask': await secretOf(['ask']),
    'key-search': await secretOf(['search']),
    'key-read': await secretOf(['read']),
    'key-index': await secretOf(['index']),
    'key-admin': await secretOf(['admin']),
    'key-all': await secretOf(all),
    'key-other-repository': await secretOf(all, { repositories: [ids.popular] }),
    'key-ben': await secretOf(all, {}, ben),
    'key-expired': bearer(expired.secret),
    'key-revoked': bearer(revoked.secret),
    'key-rotated': bearer(rotated.secret),
    page: { ...page, origin: pageOrigin },
    'page-wrong-origin': { ...page, origin: 'https://evil.test' },
    'page-no-origin': page,
  };
}

/** The viewer of an identity that is a user, for calls below HTTP. */
export const viewerOf = (name: 'anna' | 'ben'): Viewer => actFor({ id: name });
