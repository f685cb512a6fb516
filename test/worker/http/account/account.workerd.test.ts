/** The viewer's own things over HTTP: preferences, conversations, moving them to an account, and the deletion of an account. */

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient, ProblemError, type Client } from '../../../../worker/contract/client.ts';
import { conversationHeader } from '../../../../worker/core/answers/conversation.ts';
import { actFor, type Viewer } from '../../../../worker/core/viewer.ts';
import { defaultPreferences } from '../../../../worker/core/preferences.ts';
import { createKeySecret } from '../../../../worker/core/keys.ts';
import { createD1KeyStore } from '../../../../worker/adapters/d1/key-store.ts';
import { removeExpiredAccounts } from '../../../../worker/flows/sign-in/remove-expired-accounts.ts';
import { createApp } from '../../../../worker/http/app.ts';
import { parseConfig } from '../../../../worker/runtime/config.ts';
import type { ConversationsSubject } from '../../../contracts/conversations.ts';
import { namedIdentities, storedAccounts, visitor } from '../../../support/hosted/named-identities.ts';
import { openConversations } from '../../../support/workbench/open-conversations.ts';
import { cleanUpNow } from '../../../support/workbench/run-jobs.ts';
import type { Workbench } from '../../../support/workbench/workbench.ts';

const question = 'Where is `joinChunks` defined?';
const anna = actFor({ id: 'anna' });

let subject: ConversationsSubject & { readonly bench: Workbench };
let services: Workbench['services'];
let accounts: ReturnType<typeof storedAccounts>;
let id: string;
/** Objects outlive a test, so that each test has its own conversations. */
let conversation: string;
let count = 0;
let as: (name: string | undefined, cookie?: string) => Client;

beforeEach(async () => {
  subject = await openConversations();
  await env.CATALOG.prepare(`UPDATE repository SET owner = 'anna'`).run();
  accounts = storedAccounts(['anna', 'ben']);
  const { conversations, bench } = subject;
  services = {
    ...bench.services,
    conversations,
    identities: namedIdentities,
    accounts,
    keyStore: createD1KeyStore(env.CATALOG, bench.clock),
  };
  const app = createApp<object>(() => ({
    services,
    config: { ...parseConfig({}), mode: 'hosted', allowedHosts: ['localhost'] },
    assets: undefined,
    adapters: {} as never,
    version: 'test',
  }));
  as = (name, cookie) =>
    createClient({
      baseUrl: 'http://localhost',
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        if (name !== undefined) headers.set('authorization', `Bearer ${name}`);
        if (cookie !== undefined) headers.set('cookie', cookie);
        return app.fetch(new Request(String(input), { ...init, headers }), env);
      },
    });
  id = subject.repositoryId;
  conversation = `account-${(count += 1)}`;
});

const statusOf = async (call: Promise<unknown>): Promise<number> => {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  return thrown instanceof ProblemError ? (thrown.problem?.status ?? 0) : 200;
};

describe('the viewer', () => {
  it('is named to a user, and a visitor gets a cookie', async () => {
    expect(await as('anna').me()).toEqual({
      viewer: { kind: 'user', id: 'anna', name: 'anna', email: 'anna@example.org', isAdmin: false },
      hasAccounts: true,
    });
    expect(await as(undefined).me()).toEqual({
      viewer: { kind: 'anonymous', isAdmin: false },
      hasAccounts: true,
    });
  });
});

describe('preferences', () => {
  it('are saved for each user, and are those of nobody else', async () => {
    const preferences = {
      theme: 'dark',
      model: 'openai/m',
      answerStyle: 'short',
      language: 'pt-BR',
      source: 'live',
    } as const;
    await as('anna').savePreferences(preferences);
    expect(await as('anna').readPreferences()).toEqual(preferences);
    expect(await as('ben').readPreferences()).toEqual(defaultPreferences);
    expect(await statusOf(as(undefined).readPreferences())).toBe(401);
    for (const wrong of [{ model: '' }, { language: 'german' }])
      expect(await statusOf(as('anna').savePreferences({ ...preferences, ...wrong }))).toBe(400);
  });

  it('from before there were more of them have the defaults of the others', async () => {
    const value = JSON.stringify({ theme: 'dark', model: null });
    await env.CATALOG.prepare('INSERT INTO preference VALUES (?1, ?2)').bind('anna', value).run();
    expect(await as('anna').readPreferences()).toEqual({ ...defaultPreferences, theme: 'dark' });
  });
});

describe('the list of conversations', () => {
  it('shows own ones, the last asked first, in pages, and can be changed', async () => {
    const client = as('anna');
    for (const suffix of ['a', 'b', 'c']) {
      await client.answer(id, { question, conversationId: `${conversation}${suffix}` });
      subject.bench.clock.advance(1000);
    }
    const first = await client.listConversations({ limit: 2 });
    expect(first.conversations.map((one) => one.id)).toEqual([`${conversation}c`, `${conversation}b`]);
    expect(first.conversations[0]).toMatchObject({ title: question, repositoryName: 'acme/tool' });
    const second = await client.listConversations({ limit: 2, cursor: first.next ?? '' });
    expect(second.conversations.map((one) => one.id)).toEqual([`${conversation}a`]);
    expect([second.next, (await client.listConversations({ limit: 3 })).next]).toEqual([null, null]);
    await client.changeConversation(id, `${conversation}a`, { title: 'Joining', bookmarked: true });
    expect((await client.listConversations()).conversations.at(-1)).toMatchObject({
      title: 'Joining',
      bookmarked: true,
    });
    expect((await as('ben').listConversations()).conversations).toEqual([]);
    const others = as('ben').changeConversation(id, `${conversation}a`, { title: 'Mine' });
    expect(await statusOf(others)).toBe(404);
  });

  it('receives what the same browser asked as a visitor', async () => {
    await services.catalog.publishRepository(id);
    await as(undefined).answer(id, { question, conversationId: conversation });
    expect((await as('anna').adoptConversations()).adopted).toBe(0);
    const client = as('anna', '__Host-visitor=secret');
    expect((await client.adoptConversations()).adopted).toBe(1);
    expect((await client.getConversation(id, conversation)).turns).toMatchObject([
      { question, state: 'done' },
    ]);
    expect(await statusOf(as(undefined).getConversation(id, conversation))).toBe(404);
    expect((await client.listConversations()).conversations).toMatchObject([{ id: conversation }]);
    const next = await client.answer(id, { question: 'And who calls it?', conversationId: conversation });
    expect(next.turn).toBe(2);
    expect((await client.adoptConversations()).adopted).toBe(0);
  });
});

async function fill(viewer: Viewer): Promise<void> {
  const client = as(viewer.id);
  const { id: turn } = await client.answer(id, { question, conversationId: conversation });
  await client.giveFeedback(id, { conversation, turn, rating: 'up' });
  await client.shareConversation(id, conversation, undefined);
  await services.questionTotals.add(viewer);
  const request = { sender: 'session', key: viewer.id, owner: viewer, target: 'POST /v1/keys', bodyHash: '' };
  await services.idempotencyStore.begin(
    { ...request, repository: undefined, startedAt: services.clock.now() },
    { expired: 0, abandoned: 0 },
  );
  await client.savePreferences({ ...(await client.readPreferences()), theme: 'dark' });
  const secret = await createKeySecret('secret');
  const key = { id: `key-${viewer.id}`, userId: viewer.id, kind: 'secret', name: 'ci' } as const;
  const rest = { prefix: secret.prefix, scopes: [], repositories: undefined, origins: [], limits: {} };
  await services.keyStore?.create({ ...key, ...rest, expiresAt: undefined }, secret.hash);
}

/** Tables of the catalog with a row that contains the text. */
async function rowsNaming(text: string): Promise<string[]> {
  const tables = await env.CATALOG.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'`,
  ).all<{ name: string }>();
  const found: string[] = [];
  for (const { name } of tables.results) {
    const { results } = await env.CATALOG.prepare(`SELECT * FROM "${name}"`).all();
    if (JSON.stringify(results).includes(text)) found.push(name);
  }
  return found;
}

describe('the deletion of an account', () => {
  it('needs the e-mail address and a session', async () => {
    expect(await as('anna').readAccount()).toMatchObject({ email: 'anna@example.org', repositories: 1 });
    expect(await statusOf(as('anna').deleteAccount('ben@example.org'))).toBe(400);
    expect(await statusOf(as(undefined).deleteAccount('anna@example.org'))).toBe(401);
    expect(accounts.left()).toEqual(['anna', 'ben']);
  });

  it('also removes what a request stores that began before it', async () => {
    await services.catalog.publishRepository(id);
    const client = as('ben');
    await client.savePreferences({ ...defaultPreferences, theme: 'dark' });
    // The session was read before the deletion, and the body after it.
    services = { ...services, accounts: { ...accounts, exists: () => Promise.resolve(false) } };
    expect(await statusOf(client.createKey({ name: 'late' }))).toBe(401);
    services = { ...services, accounts };
    await client.deleteAccount('ben@example.org');
    await fill(actFor({ id: 'ben' }));
    expect(await rowsNaming('ben')).not.toEqual([]);
    await removeExpiredAccounts(services);
    await cleanUpNow(services);
    expect(await rowsNaming('ben')).toEqual([]);
    expect(accounts.left()).toEqual(['anna']);
  });

  it('leaves no row and no object of it, and nothing else is touched', async () => {
    await services.catalog.publishRepository(id);
    await fill(actFor({ id: 'ben' }));
    await fill(anna);
    expect((await as('ben').deleteAccount('Ben@example.org')).removed).toEqual({
      repositories: 0,
      conversations: 1,
      keys: 1,
      shares: 1,
      feedback: 1,
      tokens: 0,
    });
    expect(await rowsNaming('ben')).toEqual([]);
    expect(accounts.left()).toEqual(['anna']);
    expect((await as('anna').getConversation(id, conversation)).turns).toHaveLength(1);
    await as('anna').deleteAccount('anna@example.org');
    await cleanUpNow(services);
    expect(await rowsNaming('anna')).toEqual([]);
    expect(accounts.left()).toEqual([]);
    // The deployment signs receipts with it.
    expect(await subject.bench.rows()).toEqual({ receipt_key: 1 });
    for (const viewer of [anna, actFor({ id: 'ben' }), visitor]) {
      const name = JSON.stringify([viewer.id, id, conversation]);
      const stub = env.CONVERSATION.get(env.CONVERSATION.idFromName(name));
      const sent = { headers: { [conversationHeader]: encodeURIComponent(name) } };
      expect(await (await stub.fetch('https://conversation/', sent)).json()).toBeNull();
    }
  });
});
