/** Client calls for answers and conversations. */
import type { Answer, AnswerRequest } from './schema.ts';
import type { AnswerStreamPart } from './stream.ts';
import type { Conversation, Starters, Stopped } from './conversation.ts';
import { modelKeyHeader } from '../models/client.ts';
import { jsonBody, queryString, repositoryPath as repository } from '../request.ts';
import { readServerSentEvents } from '../server-sent-events.ts';

/** A part of a turn's stream, numbered from 1. */
export interface NumberedPart {
  readonly number: number;
  readonly part: AnswerStreamPart;
}

export function answerCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const parts = partReader(request);
  const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await request(path, init)).json() as Promise<T>;

  return {
    /** @param modelKey the user's own key for the model's provider, used only for this answer */
    answer: (id: string, body: AnswerRequest, modelKey?: string) =>
      json<Answer>(
        `${repository(id)}/answers`,
        jsonBody(body, { accept: 'application/json', ...modelKeyHeader(modelKey) }),
      ),
    /** Streams the answer. The turn continues if the stream is left: rejoin it with `followTurn`, end it with `stop`. */
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
    /** Streams a turn's parts after number `after`, including future ones. */
    followTurn: (
      id: string,
      turn: { conversation: string; turn: string; after: number },
      signal?: AbortSignal,
    ): AsyncGenerator<NumberedPart> =>
      parts(
        `${conversation(id, turn.conversation)}/turns/${encodeURIComponent(turn.turn)}/events?after=${turn.after}`,
        signal === undefined ? {} : { signal },
      ),
    /** Stops the running turn of a conversation; resolves when all its work has ended. */
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
function partReader(request: (path: string, init?: RequestInit) => Promise<Response>) {
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
