/** Reads one conversation from the server: its stored turns, and the stream of one turn. */
import { api, ProblemError, type Conversation } from '../../../api.ts';
import type { AnswerSettings } from '../../models/answer-settings.ts';
import type { TurnPlace, TurnSource } from './read-turn.ts';

export interface ConversationPlace {
  readonly repositoryId: string;
  readonly conversationId: string;
}

export interface TurnRequest {
  readonly question: string;
  /** The version to ask about; null for the default version. */
  readonly version: string | null;
  /** The model, options and attachments for the answer. */
  readonly how: AnswerSettings;
  /** How this page submits the question; null when it only follows the turn. */
  readonly submission: 'new' | 'retry' | null;
  /** Ids of the turns that existed before. */
  readonly known: ReadonlySet<string | null>;
  readonly onLost: (lost: boolean) => void;
}

export interface ConversationSource {
  /** @returns undefined when the server does not have the conversation. @throws ProblemError */
  readonly read: () => Promise<Conversation | undefined>;
  readonly turn: (request: TurnRequest) => TurnSource;
}

export function createConversationSource(place: ConversationPlace, signal: AbortSignal): ConversationSource {
  const { repositoryId, conversationId } = place;

  async function read(): Promise<Conversation | undefined> {
    try {
      return await api.getConversation(repositoryId, conversationId);
    } catch (thrown) {
      if (thrown instanceof ProblemError && thrown.problem.code === 'conversation_not_found')
        return undefined;
      throw thrown;
    }
  }

  function turn({ question, version, how, submission, known, onLost }: TurnRequest): TurnSource {
    const body = {
      question,
      conversationId,
      ...how.body,
      ...(version === null ? {} : { version }),
      ...(submission === 'retry' ? { retry: true } : {}),
    };
    const begin = () => api.streamAnswer(repositoryId, body, signal, how.key);
    const isNew = (one: { readonly id: string; readonly question: string }): boolean =>
      one.question === question && !known.has(one.id);
    return {
      ...(submission === null ? {} : { begin }),
      follow: (at: TurnPlace) =>
        api.followTurn(repositoryId, { conversation: conversationId, ...at }, signal),
      find: async () => (await read())?.turns.findLast(isNew)?.id,
      wait: (milliseconds) => wait(milliseconds, signal),
      onLost,
    };
  }

  return { read, turn };
}

/** Resolves early on abort, since the next request then fails at once. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
