/** Conversations over HTTP with a slow index, so that a test can act while a turn runs. */
import { actFor } from '../../../worker/core/viewer.ts';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createClient,
  ProblemError,
  type Client,
  type NumberedPart,
} from '../../../worker/contract/client.ts';
import { createApp } from '../../../worker/http/app.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import type { ConversationsSubject } from '../../contracts/conversations.ts';
import { openConversations } from '../../support/workbench/open-conversations.ts';
import type { Workbench } from '../../support/workbench/workbench.ts';

let subject: ConversationsSubject & { readonly bench: Workbench };
let client: Client;
let send: typeof fetch;
let id: string;
let count = 0;
beforeEach(async () => {
  subject = await openConversations();
  const { conversations, bench } = subject;
  const services = { ...bench.services, conversations };
  const app = createApp<object>(() => ({
    services,
    config: { ...parseConfig({}), allowedHosts: ['localhost'] },
    assets: undefined,
    adapters: {} as never,
    version: 'test',
  }));
  send = async (input, init) =>
    app.fetch(new Request(input instanceof Request ? input : String(input), init), env);
  client = createClient({ baseUrl: 'http://localhost', fetch: send });
  id = subject.repositoryId;
  count += 1;
});

const question = 'Where is `joinChunks` defined?';
const conversationId = (): string => `http-${count}`;
const url = (path: string): string => `http://localhost/v1/repositories/${id}${path}`;
const types = (parts: readonly NumberedPart[]): string[] => parts.map(({ part }) => part.type);

async function collect(parts: AsyncIterable<NumberedPart>): Promise<NumberedPart[]> {
  const collected: NumberedPart[] = [];
  for await (const part of parts) collected.push(part);
  return collected;
}

describe('a stream', () => {
  it('begins before the search, and can be joined at any part', async () => {
    subject.slowDown(100);
    const first = client.streamAnswer(id, { question, conversationId: conversationId() });
    const begun = await first.next();
    const startedAt = Date.now();
    if (begun.done === true || begun.value.part.type !== 'start') throw new Error('The turn did not begin.');
    const turn = begun.value.part.messageId;
    const joined = collect(client.followTurn(id, { conversation: conversationId(), turn, after: 1 }));
    const rest = await collect(first);
    expect(Date.now() - startedAt).toBeGreaterThan(100);
    expect(await joined).toEqual(rest);
    expect(rest.map(({ number }) => number)).toEqual(rest.map((_, index) => index + 2));
  });

  it('is resumed from its beginning by the SDK’s chat while it runs', async () => {
    subject.slowDown(60);
    const first = client.streamAnswer(id, { question, conversationId: conversationId() });
    await first.next();
    const response = await send(url(`/chat/${conversationId()}/stream`));
    expect(response.status).toBe(200);
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    const text = await response.text();
    expect(text).toMatch(/^data: \{"type":"start"/);
    expect(text.trimEnd()).toMatch(/data: \[DONE\]$/);
    await collect(first);
    expect((await send(url(`/chat/${conversationId()}/stream`))).status).toBe(204);
  });
});

describe('stop', () => {
  it('resolves when no call is pending, ends all streams, and starts no further call', async () => {
    subject.slowDown(50);
    const first = client.streamAnswer(id, { question, conversationId: conversationId() });
    await first.next();
    await expect.poll(() => subject.pending(), { interval: 1 }).toBeGreaterThan(0);
    const [calledBefore, pendingBefore] = [subject.calls(), subject.pending()];
    const stopped = await client.stop(id, conversationId());
    expect(subject.pending()).toBe(0);
    const calls = subject.calls();
    // Each pending call may have had one successor before the stop arrived.
    expect(calls - calledBefore).toBeLessThanOrEqual(pendingBefore);
    const rest = await collect(first);
    expect(types(rest).at(-1)).toBe('abort');
    expect(types(rest)).not.toContain('data-claim');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(subject.calls()).toBe(calls);
    const { turns } = await client.getConversation(id, conversationId());
    expect(turns).toMatchObject([{ id: stopped.turn, state: 'stopped' }]);
    expect(turns[0]?.parts.slice(1)).toEqual(rest.map(({ part }) => part));
  });

  it('returns answer_stopped to a caller that waits for the whole answer', async () => {
    subject.slowDown(50);
    const answer = client
      .answer(id, { question, conversationId: conversationId() })
      .catch((thrown: unknown) => thrown);
    await expect.poll(() => subject.conversations.findRunningTurn(conversationKey())).toBeDefined();
    await client.stop(id, conversationId());
    expect(await answer).toMatchObject({ problem: { status: 409, code: 'answer_stopped' } });
  });

  it('succeeds if no turn is running', async () => {
    expect(await client.stop(id, conversationId())).toMatchObject({ turn: null });
  });
});

it('returns conversation_busy with advice while an answer is running', async () => {
  subject.slowDown(50);
  const first = client.streamAnswer(id, { question, conversationId: conversationId() });
  await first.next();
  const refused: unknown = await client
    .answer(id, { question, conversationId: conversationId() })
    .catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(ProblemError);
  expect(refused).toMatchObject({ problem: { status: 409, code: 'conversation_busy' } });
  expect(types(await collect(first)).at(-1)).toBe('finish');
});

it('hides a conversation when the owner has lost access to the repository on the host', async () => {
  await client.answer(id, { question, conversationId: conversationId() });
  expect((await client.getConversation(id, conversationId())).turns).toHaveLength(1);
  await subject.bench.services.catalog.recordAccess(id, { checkedAt: 1, lostAt: 1 });
  await expect(client.getConversation(id, conversationId())).rejects.toMatchObject({
    problem: { status: 404 },
  });
  await expect(client.stop(id, conversationId())).rejects.toMatchObject({ problem: { status: 404 } });
});

function conversationKey() {
  return { viewer: actFor({ id: 'local' }), repositoryId: id, id: conversationId() };
}
