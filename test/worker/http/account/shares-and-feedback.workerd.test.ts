/** Links to conversations and feedback over HTTP, as an owner, another user and a visitor. */

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient, ProblemError, type Client } from '../../../../worker/contract/client.ts';
import { createApp } from '../../../../worker/http/app.ts';
import { parseConfig } from '../../../../worker/runtime/config.ts';
import type { ConversationsSubject } from '../../../contracts/conversations.ts';
import { namedIdentities } from '../../../support/hosted/named-identities.ts';
import { openConversations } from '../../../support/workbench/open-conversations.ts';
import type { Workbench } from '../../../support/workbench/workbench.ts';

const question = 'Where is `joinChunks` defined?';
const dayMs = 86_400_000;

let subject: ConversationsSubject & { readonly bench: Workbench };
let send: typeof fetch;
let id: string;
let anna: Client;
let ben: Client;
let nobody: Client;
/** Objects outlive a test, so that each test has its own conversation. */
let conversation: string;
let count = 0;
let turn: string;

beforeEach(async () => {
  subject = await openConversations();
  await env.CATALOG.prepare(`UPDATE repository SET owner = 'anna'`).run();
  const { conversations, bench } = subject;
  const services = { ...bench.services, conversations, identities: namedIdentities };
  const app = createApp<object>(() => ({
    services,
    config: {
      ...parseConfig({}),
      mode: 'hosted',
      allowedHosts: ['localhost'],
      publicUrl: 'https://wherefore.test',
    },
    assets: undefined,
    adapters: {} as never,
    version: 'test',
  }));
  send = async (input, init) =>
    app.fetch(new Request(input instanceof Request ? input : String(input), init), env);
  const as = (name: string | undefined): Client =>
    createClient({
      baseUrl: 'http://localhost',
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        if (name !== undefined) headers.set('authorization', `Bearer ${name}`);
        return send(input, { ...init, headers });
      },
    });
  [anna, ben, nobody] = [as('anna'), as('ben'), as(undefined)];
  id = subject.repositoryId;
  conversation = `shared-${(count += 1)}`;
  turn = (await anna.answer(id, { question, conversationId: conversation })).id;
});

const statusOf = async (call: Promise<unknown>): Promise<number> => {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  return thrown instanceof ProblemError ? (thrown.problem?.status ?? 0) : 200;
};
const readProblem = async (token: string): Promise<unknown> => {
  const problem = await (await send(`http://localhost/v1/shared/${token}`)).json<Record<string, unknown>>();
  return { ...problem, requestId: '' };
};
const tokenOf = (url: string): string => url.replace('https://wherefore.test/s/', '');
const publish = (): Promise<void> => subject.bench.services.catalog.publishRepository(id);

describe('a link to a conversation', () => {
  it('shows it to everyone who may read the repository, and never to others', async () => {
    const { url } = await anna.shareConversation(id, conversation, undefined);
    const token = tokenOf(url);
    expect((await anna.readShared(token)).conversation.turns).toMatchObject([{ question }]);
    expect(await statusOf(ben.readShared(token))).toBe(404);
    expect(await statusOf(nobody.readShared(token))).toBe(404);
    await publish();
    expect(await ben.readShared(token)).toMatchObject({ title: question, repositoryName: 'acme/tool' });
    expect((await nobody.readShared(token)).conversation.turns).toHaveLength(1);
    await subject.bench.services.catalog.recordAccess(id, { checkedAt: Date.now(), lostAt: undefined });
    expect(await statusOf(nobody.readShared(token))).toBe(404);
  });

  it('gives the same answer for a private repository as for an unknown link', async () => {
    const { url } = await anna.shareConversation(id, conversation, undefined);
    expect(await readProblem(tokenOf(url))).toEqual(await readProblem('nothing'));
  });

  it('is not cached, not indexed and not passed on by Referer', async () => {
    const { url } = await anna.shareConversation(id, conversation, undefined);
    await publish();
    const response = await send(`http://localhost/v1/shared/${tokenOf(url)}`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
  });

  it('ends when it is revoked, when it expires, and with its conversation', async () => {
    await publish();
    const revoked = await anna.shareConversation(id, conversation, undefined);
    const expiring = await anna.shareConversation(id, conversation, 1);
    expect((await anna.listShares()).shares.map((share) => share.id).toSorted()).toEqual(
      [revoked.id, expiring.id].toSorted(),
    );
    expect((await ben.listShares()).shares).toEqual([]);
    expect(await statusOf(ben.revokeShare(revoked.id))).toBe(404);
    await anna.revokeShare(revoked.id);
    expect(await statusOf(nobody.readShared(tokenOf(revoked.url)))).toBe(404);
    expect(await statusOf(nobody.readShared(tokenOf(expiring.url)))).toBe(200);
    subject.bench.clock.advance(dayMs);
    expect(await statusOf(nobody.readShared(tokenOf(expiring.url)))).toBe(404);
    const last = await anna.shareConversation(id, conversation, undefined);
    await anna.removeConversation(id, conversation);
    expect(await statusOf(nobody.readShared(tokenOf(last.url)))).toBe(404);
    expect((await anna.listShares()).shares).toEqual([]);
  });

  it('is created only by a signed-in user for an own conversation', async () => {
    await publish();
    expect(await statusOf(nobody.shareConversation(id, conversation, undefined))).toBe(401);
    expect(await statusOf(ben.shareConversation(id, conversation, undefined))).toBe(404);
    expect(await statusOf(anna.shareConversation(id, 'none', undefined))).toBe(404);
    expect(await statusOf(anna.shareConversation(id, conversation, 0))).toBe(400);
  });

  it('stores no token', async () => {
    const { url } = await anna.shareConversation(id, conversation, undefined);
    const { results } = await env.CATALOG.prepare('SELECT * FROM share').all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain(tokenOf(url));
  });
});

const download = (address: string) =>
  send(new URL(address, 'http://localhost').href, { headers: { authorization: 'Bearer anna' } });

describe('feedback', () => {
  it('is stored with what the reader saw, and replaces earlier feedback on the turn', async () => {
    await anna.giveFeedback(id, { conversation, turn, rating: 'up' });
    await anna.giveFeedback(id, {
      conversation,
      turn,
      rating: 'down',
      reason: 'incomplete',
      text: ' It omits the caller. ',
    });
    const { feedback, counts } = await anna.listFeedback(id);
    expect(counts).toEqual({ up: 0, down: 1 });
    expect(feedback).toMatchObject([
      { rating: 'down', reason: 'incomplete', text: 'It omits the caller.', question, answerer: 'embedded' },
    ]);
    expect(feedback[0]?.answer).not.toBe('');
    expect(feedback[0]?.cited.length).toBeGreaterThan(0);
    expect(feedback[0]?.shown.length).toBeGreaterThanOrEqual(feedback[0]?.cited.length ?? 0);
    expect(JSON.stringify(feedback)).not.toContain('anna');
  });

  it('reaches the owner alone, who can filter, page and export it', async () => {
    await publish();
    await ben
      .answer(id, { question, conversationId: conversation })
      .then(async (answer) =>
        ben.giveFeedback(id, { conversation, turn: answer.id, rating: 'down', reason: 'wrong' }),
      );
    subject.bench.clock.advance(1000);
    await anna.giveFeedback(id, { conversation, turn, rating: 'up' });
    expect(await statusOf(ben.listFeedback(id))).toBe(403);
    expect(await statusOf(nobody.listFeedback(id))).toBe(401);
    const first = await anna.listFeedback(id, { limit: 1 });
    expect(first).toMatchObject({ counts: { up: 1, down: 1 }, feedback: [{ rating: 'up' }] });
    const second = await anna.listFeedback(id, { limit: 1, cursor: first.next ?? '' });
    expect(second.feedback).toMatchObject([{ rating: 'down', reason: 'wrong' }]);
    expect([second.next, (await anna.listFeedback(id, { limit: 2 })).next]).toEqual([null, null]);
    expect((await anna.listFeedback(id, { rating: 'up' })).feedback).toHaveLength(1);
    expect((await anna.listFeedback(id, { reason: 'unclear' })).feedback).toEqual([]);
    expect(await statusOf(anna.listFeedback(id, { cursor: 'x' }))).toBe(400);
    const exported = await download(`/v1/repositories/${id}/feedback?format=jsonl`);
    expect(exported.headers.get('link')).toBeNull();
    const lines = (await exported.text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { repository: 'acme/tool', question, rating: 'up' },
      { repository: 'acme/tool', question, rating: 'down' },
    ]);
    const part = await download(`/v1/repositories/${id}/feedback?format=jsonl&limit=1`);
    const [, address = ''] = /^<(.+)>; rel="next"$/.exec(part.headers.get('link') ?? '') ?? [];
    expect(await (await download(address)).text()).toContain('"rating":"down"');
  });

  it('is accepted only for an answer that the viewer got', async () => {
    await publish();
    expect(await statusOf(ben.giveFeedback(id, { conversation, turn, rating: 'up' }))).toBe(404);
    expect(await statusOf(anna.giveFeedback(id, { conversation, turn: 'x', rating: 'up' }))).toBe(404);
  });

  it('disappears with its repository', async () => {
    await anna.giveFeedback(id, { conversation, turn, rating: 'up' });
    await subject.bench.services.catalog.deleteRepositoryRows(id);
    const { results } = await env.CATALOG.prepare('SELECT * FROM feedback').all();
    expect(results).toEqual([]);
  });
});
