/**
 * Implements the `Conversations` port with one Durable Object per conversation, called through `fetch`, so that the object notices when
 * its client disconnects. Any call creates storage for an object. Therefore only objects of conversations in the catalog are called; `ask` adds the
 * conversation there first.
 */

import {
  conversationHeader,
  formatConversationName,
  toConversationRecord,
  type Conversation,
  type ConversationKey,
  type TurnEvent,
} from '../../core/answers/conversation.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { readJsonLines } from '../../core/text/json-lines.ts';
import type { Catalog } from '../../ports/catalog.ts';
import type { Conversations } from '../../ports/conversations.ts';

const maxTurns = 200;
const maxTitleLength = 200;

interface StubRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The part of a Durable Object's stub that this adapter needs. */
interface ConversationStub {
  fetch(url: string, init?: StubRequest): Promise<Response>;
}

/** @param getStub returns the object with a name; the name contains everything that identifies a conversation */
export function createDurableConversations(
  getStub: (name: string) => ConversationStub,
  catalog: Pick<Catalog, 'recordConversation' | 'hasConversation'>,
): Conversations {
  const call = async (key: ConversationKey, path: string, init?: StubRequest): Promise<Response> => {
    const name = formatConversationName(key);
    const headers = { ...init?.headers, [conversationHeader]: encodeURIComponent(name) };
    // The host is irrelevant: a stub always reaches its own object.
    const sent = getStub(name).fetch(`https://conversation${path}`, { ...init, headers });
    const response = await sent.catch((cause: unknown) => {
      throw new AppError('answer_interrupted', 'The conversation did not respond. Retry.', { cause });
    });
    if (response.ok) return response;
    throw await readError(response);
  };
  const exists = (key: ConversationKey): Promise<boolean> =>
    catalog.hasConversation(toConversationRecord(key));
  return {
    maxTurns,
    async ask(key, turn, secrets) {
      if (!(await catalog.recordConversation(toConversationRecord(key), toTitle(turn.question))))
        throw new AppError(
          'repository_not_found',
          `There is no repository ${JSON.stringify(key.repositoryId)}.`,
        );
      const modelKey = secrets?.modelKey;
      // The key is sent as a header, so that it is not stored with the turn.
      const headers: Record<string, string> = modelKey === undefined ? {} : { 'x-model-key': modelKey };
      const body = JSON.stringify({ key, turn });
      return readEvents(await call(key, '/turns', { method: 'POST', headers, body }));
    },
    async follow(key, turn) {
      if (!(await exists(key)))
        throw new AppError('turn_not_found', `There is no conversation ${JSON.stringify(key.id)}.`);
      return readEvents(await call(key, `/turns/${encodeURIComponent(turn)}`));
    },
    async findRunningTurn(key) {
      if (!(await exists(key))) return undefined;
      const { turn } = await (await call(key, '/running')).json<{ turn: string | null }>();
      return turn ?? undefined;
    },
    async stop(key) {
      if (!(await exists(key))) return { turn: undefined, endedMs: 0 };
      const { turn, endedMs } = await (
        await call(key, '/stop', { method: 'POST' })
      ).json<{ turn: string | null; endedMs: number }>();
      return { turn: turn ?? undefined, endedMs };
    },
    async read(key) {
      if (!(await exists(key))) return undefined;
      return (await (await call(key, '/')).json<Conversation | null>()) ?? undefined;
    },
    async move(from, to, title) {
      const conversation = await this.read(from);
      const isMovable = conversation?.turns.every(({ state }) => state !== 'running') === true;
      if (
        !isMovable ||
        (await exists(to)) ||
        !(await catalog.recordConversation(toConversationRecord(to), title))
      )
        return false;
      await call(to, '/moved', { method: 'POST', body: JSON.stringify({ key: to, conversation }) });
      await this.remove(from);
      return true;
    },
    async remove(key) {
      if (await exists(key)) await call(key, '/', { method: 'DELETE', body: JSON.stringify(key) });
    },
    removeHidden: async (key) => void (await call(key, '/hidden', { method: 'DELETE' })),
  };
}

/** Long questions are cut; the list shows one line. */
function toTitle(question: string): string {
  return question.replaceAll(/\s+/g, ' ').trim().slice(0, maxTitleLength);
}

async function* readEvents(response: Response): AsyncGenerator<TurnEvent> {
  if (response.body === null) return;
  try {
    yield* readJsonLines<TurnEvent>(response.body);
  } catch (cause) {
    throw new AppError('answer_interrupted', 'The conversation was interrupted while it answered. Retry.', {
      cause,
    });
  }
}

async function readError(response: Response): Promise<AppError> {
  const { code, message, details } = await response.json<{
    code: ErrorCode;
    message: string;
    details: Record<string, unknown>;
  }>();
  return new AppError(code, message, { details });
}
