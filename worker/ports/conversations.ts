/**
 * Stored conversations. Each one is isolated and runs its own turns. A turn continues when its client disconnects; any number of clients
 * can follow it from its first event, and any of them can stop it. Only `ask` creates a conversation.
 */

import type {
  Conversation,
  ConversationKey,
  NewTurn,
  TurnEvent,
  TurnSecrets,
} from '../core/answers/conversation.ts';

interface StoppedTurn {
  /** Undefined if no turn was running. */
  readonly turn: string | undefined;
  /** Milliseconds until all work on the turn ended. */
  readonly endedMs: number;
}

export interface Conversations {
  /** Maximum turns of a conversation. */
  readonly maxTurns: number;
  /**
   * Begins a turn and streams its events until its end.
   * @param secrets in memory while the turn runs; never in an event and never stored
   * @throws AppError what `resolveSnapshot` throws | `model_not_offered` | `conversation_busy` | `conversation_full`; a rejected first
   * question creates no conversation
   */
  ask(key: ConversationKey, turn: NewTurn, secrets?: TurnSecrets): Promise<AsyncIterable<TurnEvent>>;
  /**
   * Streams a turn's events from the first one, then new events until the turn ends.
   * @throws AppError `turn_not_found`
   */
  follow(key: ConversationKey, turn: string): Promise<AsyncIterable<TurnEvent>>;
  /** The running turn; undefined if there is none. */
  findRunningTurn(key: ConversationKey): Promise<string | undefined>;
  /** Stops the running turn; resolves when all work on the turn has ended. */
  stop(key: ConversationKey): Promise<StoppedTurn>;
  /** Undefined if the conversation does not exist. */
  read(key: ConversationKey): Promise<Conversation | undefined>;
  /** Deletes the conversation with all its turns, and stops a running one. Ignores an unknown conversation. */
  remove(key: ConversationKey): Promise<void>;
  /** Like `remove`, but for a hidden repository, in which no turn can begin. The caller deletes the catalog's records in bulk. */
  removeHidden(key: ConversationKey): Promise<void>;
}
