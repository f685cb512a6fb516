/** Through the public API, conversations are stored, followed, rejoined after a broken stream, stopped, and used by the AI SDK's chat. */

import { DefaultChatTransport, type UIMessage } from 'ai';
import { integer, sample } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, ProblemError, type NumberedPart } from '../../../worker/contract/client.ts';
import { startAppProxy, type AppProxy } from '../../support/server/app-proxy.ts';
import { MemoryChat } from '../../support/fakes/memory-chat.ts';
import { answeringSource, packProject } from '../../support/files/own-source.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { shareJourneyServer, startJourneyServer } from '../../support/server/journey-server.ts';
import { getSpans } from '../../support/samples/evidence.ts';

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let proxy: AppProxy;
let id: string;
beforeAll(async () => {
  journey = await shareJourneyServer();
  const repository = await journey.index('wherefore', (await packProject(answeringSource)).archive);
  expect(repository.status).toBe('ready');
  id = repository.id;
  proxy = await startAppProxy(journey.server.url);
});
afterAll(async () => {
  await proxy.close();
  await journey.close();
});

const question = 'How is a claim checked against its evidence?';
let count = 0;
const newConversation = (): string => {
  count += 1;
  return `talk-${count}`;
};
const collect = async (parts: AsyncIterable<NumberedPart>): Promise<NumberedPart[]> => {
  const collected: NumberedPart[] = [];
  for await (const part of parts) collected.push(part);
  return collected;
};
const getProblemCode = async (call: Promise<unknown>): Promise<string> => {
  const thrown: unknown = await call.catch((caught: unknown) => caught);
  return thrown instanceof ProblemError ? thrown.problem.code : 'none';
};

it('every route is in the OpenAPI document', async () => {
  const response = await fetch(`${journey.server.url}/v1/openapi.json`);
  expect(response.status).toBe(200);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> };
  const repository = '/v1/repositories/{id}';
  const conversation = `${repository}/conversations/{conversation}`;
  for (const path of [
    `${repository}/chat`,
    `${repository}/starters`,
    `${repository}/retry`,
    `${conversation}/stop`,
  ])
    expect(Object.keys(paths)).toContain(path);
  expect(Object.keys(paths[conversation] ?? {})).toEqual(expect.arrayContaining(['get', 'delete']));
});

describe('a conversation', () => {
  it('numbers the parts of a turn from 1, and streams them again from any part', async () => {
    const conversationId = newConversation();
    const streamed = await collect(journey.client.streamAnswer(id, { question, conversationId }));
    expect(streamed.map(({ number }) => number)).toEqual(streamed.map((_, index) => index + 1));
    const stored = await journey.client.getConversation(id, conversationId);
    expect(stored.turns).toMatchObject([{ number: 1, question, state: 'done' }]);
    expect(stored.turns[0]?.parts).toEqual(streamed.map(({ part }) => part));
    const turn = stored.turns[0]?.id ?? '';
    for (const after of [0, 1, 5, streamed.length - 1, streamed.length, 10_000]) {
      const rest = await collect(
        journey.client.followTurn(id, { conversation: conversationId, turn, after }),
      );
      expect(rest).toEqual(streamed.slice(after));
    }
  });

  it('continues by the id of an answer', async () => {
    const first = await journey.client.answer(id, { question: 'Where is `checkClaim` defined?' });
    const { conversationId } = first;
    const second = await journey.client.answer(id, { question: 'What does it return?', conversationId });
    expect(second).toMatchObject({ conversationId, turn: 2, refused: false });
    expect(getSpans(second)[0]?.path).toBe('worker/answering/claims/check-claim.ts');
    const { turns } = await journey.client.getConversation(id, conversationId);
    const reading = turns[1]?.parts.find((part) => part.type === 'data-question')?.data;
    expect(reading).toMatchObject({ asked: 'What does it return?' });
    expect(reading?.text).toContain('checkClaim');
  });

  it('returns errors for unknown and invalid ids', async () => {
    const { client } = journey;
    expect(await getProblemCode(client.getConversation(id, 'never'))).toBe('conversation_not_found');
    expect(await getProblemCode(client.getConversation('never', 'never'))).toBe('repository_not_found');
    expect(await getProblemCode(client.answer(id, { question, conversationId: 'a/b' }))).toBe(
      'invalid_request',
    );
    const absent = { conversation: 'never', turn: 'never', after: 0 };
    expect(await getProblemCode(collect(client.followTurn(id, absent)))).toBe('turn_not_found');
  });

  it('is gone after it or its repository is removed', async () => {
    const { client } = journey;
    const conversationId = newConversation();
    await client.answer(id, { question, conversationId });
    await client.removeConversation(id, conversationId);
    expect(await getProblemCode(client.getConversation(id, conversationId))).toBe('conversation_not_found');
    await client.removeConversation(id, conversationId);

    const other = await journey.index('removed-soon', await packTree(smallRepository));
    await client.answer(other.id, { question, conversationId });
    await client.removeRepository(other.id);
    expect(await getProblemCode(client.getConversation(other.id, conversationId))).toBe(
      'repository_not_found',
    );
  });

  it('survives a restart of the server', async () => {
    const conversationId = newConversation();
    const ownServer = await startJourneyServer();
    try {
      const { id: repository } = await ownServer.index('parcel', await packTree(smallRepository));
      const request = { question: 'Where is join_chunks defined?', conversationId };
      const streamed = await collect(ownServer.client.streamAnswer(repository, request));
      const restarted = await ownServer.restart();
      const { turns } = await restarted.getConversation(repository, conversationId);
      expect(turns[0]?.parts).toEqual(streamed.map(({ part }) => part));
      const followUp = { question: 'What does it return?', conversationId };
      expect(await restarted.answer(repository, followUp)).toMatchObject({ turn: 2 });
    } finally {
      await ownServer.close();
    }
  });
});

describe('an interrupted stream', () => {
  it('is rejoined at the exact part wherever it broke, without lost or repeated parts', async () => {
    const whole = await collect(
      journey.client.streamAnswer(id, { question, conversationId: newConversation() }),
    );
    const sizes = whole.map(({ number, part }) =>
      Buffer.byteLength(`data: ${JSON.stringify(part)}\nid: ${number}\n\n`),
    );
    // The stream breaks before the last part has arrived.
    const maxBytes = sizes.slice(0, -1).reduce((sum, size) => sum + size, 0);
    const points = sample(integer({ min: 1, max: maxBytes }), 10);
    for (const point of points) {
      // The second connection breaks too, and earlier.
      proxy.interruptAnswers([point, Math.ceil(point / 3)]);
      const { parts, rejoined } = await askThroughBreaks(newConversation());
      expect(rejoined).toBeGreaterThan(0);
      expect(parts.map(({ number }) => number)).toEqual(parts.map((_, index) => index + 1));
      expect(removeTurnFields(parts)).toEqual(removeTurnFields(whole));
    }
  });
});

/** Asks like a client that continues from its last part after each break. */
async function askThroughBreaks(conversation: string): Promise<{ parts: NumberedPart[]; rejoined: number }> {
  const client = createClient({ baseUrl: proxy.url });
  const parts: NumberedPart[] = [];
  const isFinished = (): boolean => parts.at(-1)?.part.type === 'finish';
  let rejoined = 0;
  const collectParts = async (stream: AsyncIterable<NumberedPart>): Promise<void> => {
    try {
      for await (const part of stream) parts.push(part);
    } catch {
      // The stream broke; the parts before it remain.
    }
  };
  await collectParts(client.streamAnswer(id, { question, conversationId: conversation }));
  while (!isFinished() && rejoined < 10) {
    rejoined += 1;
    const { turns } = await journey.client.getConversation(id, conversation);
    await collectParts(
      client.followTurn(id, { conversation, turn: turns[0]?.id ?? '', after: parts.length }),
    );
  }
  return { parts, rejoined };
}

/** Removes what differs between turns: ids, times and the receipt. */
function removeTurnFields(parts: readonly NumberedPart[]): unknown[] {
  const turnSpecific = new Set(['start', 'finish', 'data-timings', 'data-receipt']);
  return parts.map(({ part }) => (turnSpecific.has(part.type) ? part.type : part));
}

describe('a repeated question', () => {
  it('is answered from the cache with the same claims, and is marked as cached', async () => {
    const repeatedQuestion = 'Which rules decide whether a path is skipped?';
    const conversationId = newConversation();
    const first = await journey.client.answer(id, { question: repeatedQuestion, conversationId });
    const cachedAnswer = await journey.client.answer(id, { question: repeatedQuestion, conversationId });
    expect(first).toMatchObject({ cached: false, turn: 1 });
    expect(cachedAnswer).toMatchObject({ cached: true, turn: 2 });
    expect(cachedAnswer.claims).toEqual(first.claims);
    expect(cachedAnswer.evidence).toEqual(first.evidence);
    const elsewhere = await journey.client.answer(id, { question: repeatedQuestion });
    expect(elsewhere).toMatchObject({ cached: true, claims: first.claims });
    const regenerated = await journey.client.answer(id, {
      question: repeatedQuestion,
      conversationId,
      retry: true,
    });
    expect(regenerated).toMatchObject({ cached: false, turn: 2, claims: first.claims });
  });

  it('is answered again once the repository has another snapshot', async () => {
    const archive = await packTree(smallRepository);
    const repeatedQuestion = 'What does `join_chunks` do?';
    const other = await journey.index('changing', archive);
    expect(await journey.client.answer(other.id, { question: repeatedQuestion })).toMatchObject({
      cached: false,
    });
    expect(await journey.client.answer(other.id, { question: repeatedQuestion })).toMatchObject({
      cached: true,
    });
    await journey.index('changing', archive);
    expect(await journey.client.answer(other.id, { question: repeatedQuestion })).toMatchObject({
      cached: false,
    });
    await journey.client.removeRepository(other.id);
  });
});

const api = (): string => `${journey.server.url}/v1/repositories/${id}/chat`;
const createChat = (conversation: string, messages?: UIMessage[]) =>
  new MemoryChat({
    id: conversation,
    transport: new DefaultChatTransport({ api: api() }),
    onError: (error) => {
      throw error;
    },
    ...(messages === undefined ? {} : { messages }),
  });
const lastText = (chat: MemoryChat): string =>
  chat.messages
    .at(-1)
    ?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('') ?? '';
const getData = (chat: MemoryChat, type: string): unknown[] =>
  chat.messages.at(-1)?.parts.flatMap((part) => (part.type === type && 'data' in part ? [part.data] : [])) ??
  [];

const post = async (body: unknown): Promise<unknown> => {
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return (await fetch(api(), sent)).json();
};

describe('the AI SDK’s chat', () => {
  it('reads text, claims and metadata without adaptation', async () => {
    const chat = createChat(newConversation());
    await chat.sendMessage({ text: 'Where is `checkClaim` defined?' });
    expect(chat.status).toBe('ready');
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(lastText(chat)).toContain('`checkClaim` is a function');
    const claims = getData(chat, 'data-claim');
    expect(claims.length).toBeGreaterThan(0);
    expect(claims).toMatchObject(claims.map(() => ({ state: 'verified' })));
    expect(chat.messages.at(-1)?.metadata).toMatchObject({
      conversationId: chat.id,
      turn: 1,
      refused: false,
    });

    await chat.sendMessage({ text: 'What does it return?' });
    expect(getData(chat, 'data-question')).toMatchObject([{ asked: 'What does it return?' }]);
    expect(JSON.stringify(getData(chat, 'data-question'))).toContain('checkClaim');
    expect(chat.messages).toHaveLength(4);
  });

  it('regenerates and edits turns in place', async () => {
    const chat = createChat(newConversation());
    await chat.sendMessage({ text: 'Where is `checkClaim` defined?' });
    await chat.sendMessage({ text: 'Where is `createClaimReader` defined?' });
    await chat.regenerate();
    expect(chat.messages.at(-1)?.metadata).toMatchObject({ turn: 2, cached: false });
    const [first] = chat.messages;
    await chat.sendMessage({ text: 'Where is `rankSpans` defined?', messageId: first?.id ?? '' });
    expect(chat.messages.at(-1)?.metadata).toMatchObject({ turn: 1 });
    const { turns } = await journey.client.getConversation(id, chat.id);
    expect(turns.map((turn) => turn.question)).toEqual(['Where is `rankSpans` defined?']);

    await chat.sendMessage({ text: 'Where is `checkClaim` defined?' });
    await chat.regenerate();
    expect(chat.messages.at(-1)?.metadata).toMatchObject({ turn: 2, cached: false });
  });

  it('resumes nothing when no turn is running', async () => {
    const chat = createChat(newConversation());
    await chat.sendMessage({ text: 'Where is `checkClaim` defined?' });
    const before = chat.messages;
    await chat.resumeStream();
    expect(chat.messages).toEqual(before);
  });

  it('continues a chat unknown to the server, from the messages it posts', async () => {
    const question: UIMessage = {
      id: 'm1',
      role: 'user',
      parts: [{ type: 'text', text: 'Where is `checkClaim` defined?' }],
    };
    const reply: UIMessage = { id: 'm2', role: 'assistant', parts: [{ type: 'text', text: 'In a file.' }] };
    const chat = createChat(newConversation(), [question, reply]);
    await chat.sendMessage({ text: 'What does it return?' });
    expect(JSON.stringify(getData(chat, 'data-question'))).toContain('checkClaim');
  });

  it('receives an error for an invalid post', async () => {
    const user = { id: 'm', role: 'user', parts: [{ type: 'text', text: 'Where?' }] };
    const silent = {
      id: 'm',
      role: 'user',
      parts: [{ type: 'file', url: 'data:,x', mediaType: 'text/plain' }],
    };
    for (const body of [
      { messages: [user] },
      { id: 'c' },
      { id: 'c', messages: [] },
      { id: 'c', messages: [silent] },
    ])
      expect(await post(body)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await post({ id: 'a/b', messages: [user] })).toMatchObject({ code: 'invalid_request' });
  });
});
