/** The server's side of one conversation, as its thread needs it: what is kept there, and the parts of one turn. */
import { api, ProblemError, type Conversation } from '../../api.ts';
import type { AskedHow } from '../models/asked-how.ts';
import type { TurnPlace, TurnSource } from './read-turn.ts';

export interface Place {
  readonly repositoryId: string;
  readonly conversationId: string;
}

export interface AskedTurn {
  readonly question: string;
  /** The version it is asked of; null for the one read by default. */
  readonly version: string | null;
  /** By whom it is to be answered, and with what. */
  readonly how: AskedHow;
  /** Whether and how it is asked from here; null for a turn that is joined. */
  readonly asking: 'new' | 'retry' | null;
  /** Ids of the turns that were there before. */
  readonly known: ReadonlySet<string | null>;
  readonly onLost: (lost: boolean) => void;
}

export interface ConversationSource {
  /** Undefined when the server does not hold it. Throws `ProblemError`. */
  readonly read: () => Promise<Conversation | undefined>;
  readonly turn: (asked: AskedTurn) => TurnSource;
}

export function createConversationSource(place: Place, signal: AbortSignal): ConversationSource {
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

  function turn({ question, version, how, asking, known, onLost }: AskedTurn): TurnSource {
    const body = {
      question,
      conversationId,
      ...how.body,
      ...(version === null ? {} : { version }),
      ...(asking === 'retry' ? { retry: true } : {}),
    };
    const begin = () => api.streamAnswer(repositoryId, body, signal, how.key);
    const isNew = (one: { readonly id: string; readonly question: string }): boolean =>
      one.question === question && !known.has(one.id);
    return {
      ...(asking === null ? {} : { begin }),
      follow: (at: TurnPlace) =>
        api.followTurn(repositoryId, { conversation: conversationId, ...at }, signal),
      find: async () => (await read())?.turns.findLast(isNew)?.id,
      wait: (milliseconds) => wait(milliseconds, signal),
      onLost,
    };
  }

  return { read, turn };
}

/** Resolves early when the signal is given: the next request then ends at once. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
