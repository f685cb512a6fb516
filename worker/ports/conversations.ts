/**
 * Stored conversations, each in a place of its own that runs its turns: a turn continues when its client leaves, any number of
 * clients can follow it from its first event, and any of them can stop it. Only `ask` creates a conversation.
 */

import type { Conversation, ConversationKey, NewTurn, TurnEvent, TurnSecrets } from '../core/conversation.ts';

interface StoppedTurn {
  /** Undefined when none was running. */
  readonly turn: string | undefined;
  /** Milliseconds until nothing of it was at work. */
  readonly endedMs: number;
}

export interface Conversations {
  /** Turns of one conversation. */
  readonly maxTurns: number;
  /**
   * Begins a turn. Its events, from the first to the one that ends it.
   * @param secrets held while the turn runs, in no event and in nothing that is kept
   * @throws AppError what `resolveSnapshot` throws | `model_not_offered` | `conversation_busy` | `conversation_full`; a question
   * that starts a conversation and is refused leaves none
   */
  ask(key: ConversationKey, turn: NewTurn, secrets?: TurnSecrets): Promise<AsyncIterable<TurnEvent>>;
  /**
   * A turn's events from its first, those to come included.
   * @throws AppError `turn_not_found`
   */
  follow(key: ConversationKey, turn: string): Promise<AsyncIterable<TurnEvent>>;
  /** The turn at work; undefined when there is none. */
  running(key: ConversationKey): Promise<string | undefined>;
  /** Ends the running turn; returns once nothing of it is at work. */
  stop(key: ConversationKey): Promise<StoppedTurn>;
  /** Undefined when nothing was ever asked, or it is gone. */
  read(key: ConversationKey): Promise<Conversation | undefined>;
  /** Removes it with all its turns, stopping one that runs; does nothing when there is none. */
  remove(key: ConversationKey): Promise<void>;
  /** The same, where its repository is hidden and nothing can begin any more: the caller forgets the catalog's note of it, of many at once. */
  removeHidden(key: ConversationKey): Promise<void>;
}
