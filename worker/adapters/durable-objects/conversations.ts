/** Conversations as Durable Objects, one each, reached by `fetch`: leaving a response tells the object that its reader has gone. */

import type { Conversation, ConversationKey, TurnEvent } from '../../core/conversation.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { readLines } from '../../core/event-lines.ts';
import type { Conversations } from '../../ports/conversations.ts';

const maxTurns = 200;

/** The part of a Durable Object's stub that is needed. */
export interface ConversationStub {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** @param stubOf the object of a name; the name holds everything that tells one conversation from another */
export function createDurableConversations(stubOf: (name: string) => ConversationStub): Conversations {
  const call = async (key: ConversationKey, path: string, init?: RequestInit): Promise<Response> => {
    const stub = stubOf(JSON.stringify([key.viewer.id, key.repositoryId, key.id]));
    // The host is never looked at: a stub leads to its one object.
    const response = await stub.fetch(`https://conversation${path}`, init).catch((cause: unknown) => {
      throw new AppError('answer_interrupted', 'The conversation’s object did not answer.', { cause });
    });
    if (response.ok) return response;
    throw await refusal(response);
  };
  return {
    maxTurns,
    async ask(key, turn, secrets) {
      const modelKey = secrets?.modelKey;
      // Apart from what is written down.
      const headers: Record<string, string> = modelKey === undefined ? {} : { 'x-model-key': modelKey };
      const body = JSON.stringify({ key, turn });
      return eventsOf(await call(key, '/turns', { method: 'POST', headers, body }));
    },
    follow: async (key, turn) => eventsOf(await call(key, `/turns/${encodeURIComponent(turn)}`)),
    async running(key) {
      const { turn } = await (await call(key, '/running')).json<{ turn: string | null }>();
      return turn ?? undefined;
    },
    async stop(key) {
      const { turn, endedMs } = await (
        await call(key, '/stop', { method: 'POST' })
      ).json<{ turn: string | null; endedMs: number }>();
      return { turn: turn ?? undefined, endedMs };
    },
    read: async (key) => (await (await call(key, '/')).json<Conversation | null>()) ?? undefined,
    remove: async (key) => void (await call(key, '/', { method: 'DELETE', body: JSON.stringify(key) })),
  };
}

async function* eventsOf(response: Response): AsyncGenerator<TurnEvent> {
  if (response.body === null) return;
  try {
    yield* readLines<TurnEvent>(response.body);
  } catch (cause) {
    throw new AppError('answer_interrupted', 'The conversation’s object ended while it answered.', { cause });
  }
}

async function refusal(response: Response): Promise<AppError> {
  const { code, message, details } = await response.json<{
    code: ErrorCode;
    message: string;
    details: Record<string, unknown>;
  }>();
  return new AppError(code, message, { details });
}
