/** Reads one conversation from the server: its stored turns, and the stream of one turn. */
import { api, ProblemError, type Conversation } from '../../../api.ts';
import type { AnswerSettings } from '../../models/answer-settings.ts';
import type { TurnPosition, TurnSource } from './read-turn.ts';

export interface ConversationPlace {
  readonly repositoryId: string;
  readonly conversationId: string;
}

export interface TurnRequest {
  readonly question: string;
  /** The version to ask about; null for the default version. */
  readonly version: string | null;
  /** The model, options and attachments for the answer. */
  readonly settings: AnswerSettings;
  /** How this page submits the question; null when it only follows the turn. */
  readonly submission: 'new' | 'retry' | null;
  /** The ids of the turns that existed before this question. */
  readonly knownTurnIds: ReadonlySet<string | null>;
  readonly onConnectionChange: (isDisconnected: boolean) => void;
}

export interface ConversationSource {
  /** @returns undefined when the server does not have the conversation. @throws ProblemError */
  readonly read: () => Promise<Conversation | undefined>;
  readonly createTurnSource: (request: TurnRequest) => TurnSource;
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

  function createTurnSource(request: TurnRequest): TurnSource {
    const { question, version, settings, submission, knownTurnIds, onConnectionChange } = request;
    const body = {
      question,
      conversationId,
      ...settings.body,
      ...(version === null ? {} : { version }),
      ...(submission === 'retry' ? { retry: true } : {}),
    };
    const begin = () => api.streamAnswer(repositoryId, body, signal, settings.key);
    const isNew = (stored: { readonly id: string; readonly question: string }): boolean =>
      stored.question === question && !knownTurnIds.has(stored.id);
    return {
      ...(submission === null ? {} : { begin }),
      follow: (position: TurnPosition) =>
        api.followTurn(repositoryId, { conversation: conversationId, ...position }, signal),
      find: async () => (await read())?.turns.findLast(isNew)?.id,
      wait: (milliseconds) => wait(milliseconds, signal),
      onConnectionChange,
    };
  }

  return { read, createTurnSource };
}

/** Resolves early on abort, since the next request then fails at once. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
