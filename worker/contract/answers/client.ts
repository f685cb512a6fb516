/** Client calls for answers, conversations, live questions, receipts and the drift of citations. */

import type { CitationsDrift, ConversationDrift, DriftRequest } from '../drift/schema.ts';
import type {
  LiveAnswer,
  LiveAnswerRequest,
  LiveSearchRequest,
  LiveSearchResponse,
  LiveStreamPart,
} from '../live/schema.ts';
import { modelKeyHeader } from '../models/client.ts';
import type { PublicKeys, Receipt } from '../receipts/schema.ts';
import { repositoryPath as repository } from '../request.ts';
import { jsonBody, queryString } from '../encode-request.ts';
import { readServerSentEvents } from '../server-sent-events.ts';
import type { Conversation, Starters, Stopped } from './conversation.ts';
import type { Answer, AnswerRequest } from './schema.ts';
import type { AnswerStreamPart } from './stream.ts';

/** A part of a turn's stream, numbered from 1. */
export interface NumberedPart {
  readonly number: number;
  readonly part: AnswerStreamPart;
}

export function answerCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const parts = createPartReader(request);
  const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await request(path, init)).json() as Promise<T>;

  return {
    /** @param modelKey the user's own key for the model's provider, used only for this answer */
    answer: (id: string, body: AnswerRequest, modelKey?: string) =>
      json<Answer>(
        `${repository(id)}/answers`,
        jsonBody(body, { accept: 'application/json', ...modelKeyHeader(modelKey) }),
      ),
    /** Streams the answer. The turn continues if the caller leaves the stream: `followTurn` rejoins it, `stop` ends it. */
    streamAnswer: (
      id: string,
      body: AnswerRequest,
      signal?: AbortSignal,
      modelKey?: string,
    ): AsyncGenerator<NumberedPart> =>
      parts(`${repository(id)}/answers`, {
        ...jsonBody(body, { accept: 'text/event-stream', ...modelKeyHeader(modelKey) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    /** Streams the parts of a turn after number `after`, then new parts as they arrive. */
    followTurn: (
      id: string,
      turn: { conversation: string; turn: string; after: number },
      signal?: AbortSignal,
    ): AsyncGenerator<NumberedPart> =>
      parts(
        `${conversation(id, turn.conversation)}/turns/${encodeURIComponent(turn.turn)}/events?after=${turn.after}`,
        signal === undefined ? {} : { signal },
      ),
    /** Stops the running turn of a conversation; resolves when all work on the turn has ended. */
    stop: (id: string, conversationId: string) =>
      json<Stopped>(`${conversation(id, conversationId)}/stop`, { method: 'POST' }),
    getConversation: (id: string, conversationId: string) =>
      json<Conversation>(conversation(id, conversationId)),
    removeConversation: async (id: string, conversationId: string): Promise<void> =>
      void (await request(conversation(id, conversationId), { method: 'DELETE' })),
    starters: (id: string, version?: string) =>
      json<Starters>(`${repository(id)}/starters${queryString({ version })}`),
  };
}

/** Reads the parts of a turn from a response. */
function createPartReader(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return async function* parts(path: string, init: RequestInit): AsyncGenerator<NumberedPart> {
    const response = await request(path, init);
    for await (const { id, data } of readServerSentEvents(response)) {
      if (data === '[DONE]') return;
      yield { number: Number(id), part: JSON.parse(data) as AnswerStreamPart };
    }
  };
}

function conversation(repositoryId: string, id: string): string {
  return `${repository(repositoryId)}/conversations/${encodeURIComponent(id)}`;
}

/** Client calls for live questions. */
export function liveCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const post = async <T>(path: string, body: unknown, modelKey?: string): Promise<T> => {
    const headers = { accept: 'application/json', ...modelKeyHeader(modelKey) };
    return (await request(path, jsonBody(body, headers))).json() as Promise<T>;
  };

  return {
    /** @param modelKey the user's own key for the model's provider, used only for this answer */
    answerLive: (body: LiveAnswerRequest, modelKey?: string) =>
      post<LiveAnswer>('/v1/live/answers', body, modelKey),
    searchLive: (body: LiveSearchRequest) => post<LiveSearchResponse>('/v1/live/search', body),
    /** Streams the steps, then the answer. */
    streamLive: async function* (
      body: LiveAnswerRequest,
      signal?: AbortSignal,
      modelKey?: string,
    ): AsyncGenerator<LiveStreamPart> {
      const response = await request('/v1/live/answers', {
        ...jsonBody(body, { accept: 'text/event-stream', ...modelKeyHeader(modelKey) }),
        ...(signal === undefined ? {} : { signal }),
      });
      for await (const { data } of readServerSentEvents(response)) {
        if (data === '[DONE]') return;
        yield JSON.parse(data) as LiveStreamPart;
      }
    },
  };
}

/** Client calls for receipts and the keys that sign them. */
export function receiptCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** Returns the signed receipt. @param turn the turn's id, which is the answer's `id` */
    receipt: async (id: string, conversationId: string, turn: string) =>
      (await request(receiptPath(id, conversationId, turn))).json() as Promise<Receipt>,
    /** Returns the receipt's path, for downloads. */
    receiptPath,
    receiptKeys: async () => (await request('/v1/receipt-keys')).json() as Promise<PublicKeys>,
  };
}

function receiptPath(id: string, conversationId: string, turn: string): string {
  const [conversationSegment, turnSegment] = [conversationId, turn].map(encodeURIComponent);
  return `${repository(id)}/conversations/${conversationSegment}/turns/${turnSegment}/receipt`;
}

/** Client calls that check whether earlier citations are still current. */
export function driftCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** Returns the drift of the citations in every turn of a conversation. */
    conversationDrift: async (id: string, conversationId: string, signal?: AbortSignal) =>
      (
        await request(
          `${repository(id)}/conversations/${encodeURIComponent(conversationId)}/drift`,
          signal === undefined ? {} : { signal },
        )
      ).json() as Promise<ConversationDrift>,
    /** Returns the drift of citations that the caller stored. */
    drift: async (id: string, citations: DriftRequest, signal?: AbortSignal) =>
      (
        await request(`${repository(id)}/drift`, {
          ...jsonBody(citations),
          ...(signal === undefined ? {} : { signal }),
        })
      ).json() as Promise<CitationsDrift>,
  };
}
