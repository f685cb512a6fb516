/**
 * Stored conversations, and the files that they cite. Each one is isolated and runs its own turns. A turn continues when its client disconnects; any number of clients
 * can follow it from its first event, and any of them can stop it. Only `ask` creates a conversation.
 */

import type {
  Conversation,
  ConversationKey,
  NewTurn,
  TurnEvent,
  TurnSecrets,
} from '../core/answers/conversation.ts';
import type { ConversationRecord } from './catalog/conversation-catalog.ts';

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
  /**
   * Moves an ended conversation to another viewer, with all its turns.
   * @returns false if it does not exist, a turn is running, or the other viewer has one with its id
   */
  move(from: ConversationKey, to: ConversationKey, title: string): Promise<boolean>;
  /** Deletes the conversation with all its turns, and stops a running one. Ignores an unknown conversation. */
  remove(key: ConversationKey): Promise<void>;
  /** Like `remove`, but for a hidden repository, in which no turn can begin. The caller deletes the catalog's records in bulk. */
  removeHidden(key: ConversationKey): Promise<void>;
}

/** A file of a snapshot, by the snapshot's id. */
export interface CitedPath {
  readonly snapshot: string;
  readonly path: string;
}

/** A file of a removed snapshot. Its secrets are masked. */
export interface RetainedFile {
  readonly path: string;
  readonly commit: string;
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
  readonly language: string;
  readonly encoding: string;
  readonly lines: number;
  readonly text: string;
  readonly masked: readonly { readonly line: number; readonly rule: string }[];
  /** When the snapshot was created and removed, in milliseconds since 1970. */
  readonly indexedAt: number;
  readonly removedAt: number;
}

/**
 * Files that conversations cite. They remain readable after their snapshot is removed, until the last conversation that cites them is
 * deleted.
 */
export interface CitedFiles {
  /** Maximum number of files that one conversation can retain. Further ones are not recorded. */
  readonly maxFiles: number;
  /** Maximum size of a file's text in bytes of UTF-8. Longer files are not retained. */
  readonly maxBytes: number;
  /** Records that a conversation cites files. Safe to repeat. */
  record(shard: number, conversation: ConversationRecord, files: readonly CitedPath[]): Promise<void>;
  /** The cited paths of a snapshot that are not retained yet. */
  listUnretained(shard: number, snapshot: string): Promise<readonly string[]>;
  /** Stores files of a snapshot that is being removed. A stored file is not replaced, so that an interrupted removal can be repeated. */
  retain(
    shard: number,
    snapshot: { readonly id: string; readonly repositoryId: string },
    files: readonly RetainedFile[],
  ): Promise<void>;
  /** Undefined if the repository has no such file. */
  read(shard: number, repositoryId: string, file: CitedPath): Promise<RetainedFile | undefined>;
  /** Removes a conversation's citations, and the files that no other conversation cites. */
  removeConversation(shard: number, conversation: ConversationRecord): Promise<void>;
  removeRepository(shard: number, repositoryId: string): Promise<void>;
}
