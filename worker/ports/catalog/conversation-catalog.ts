/** The part of the catalog about conversations, and about what belongs to an owner. Their content is stored elsewhere. */

import type { Owner, Viewer } from '../../core/viewer.ts';

/** Records that a conversation exists. */
export interface ConversationRecord {
  readonly repositoryId: string;
  /** The viewer's id. */
  readonly viewer: string;
  readonly id: string;
}

/** What a list of conversations shows. Times in milliseconds since 1970. */
export interface ListedConversation extends Omit<ConversationRecord, 'viewer'> {
  readonly repositoryName: string;
  /** The first question, unless the user has renamed it. */
  readonly title: string;
  readonly createdAt: number;
  readonly askedAt: number;
  readonly bookmarked: boolean;
}

/** How much belongs to an owner. */
export interface OwnedCounts {
  readonly repositories: number;
  readonly conversations: number;
  readonly shares: number;
  readonly feedback: number;
}

export interface ConversationCatalog {
  /**
   * Records a question of a conversation, unless its repository is being removed.
   * @param title of a new conversation
   * @returns whether it was recorded
   */
  recordConversation(conversation: ConversationRecord, title: string): Promise<boolean>;
  /** Whether a conversation is recorded. */
  hasConversation(conversation: ConversationRecord): Promise<boolean>;
  /** Newest first. */
  listConversations(repositoryId: string, limit: number): Promise<readonly ConversationRecord[]>;
  /**
   * A viewer's conversations, the last asked first.
   * @param before only those after it in the list
   * @param readableBy only those about repositories that the viewer may read
   */
  listConversationsOf(
    viewer: Owner,
    page: {
      readonly readableBy?: Viewer | undefined;
      readonly before?: { readonly askedAt: number; readonly id: string } | undefined;
      readonly limit: number;
    },
  ): Promise<readonly ListedConversation[]>;
  /** Ids of all repositories of an owner, also live ones, that are not being removed. */
  listOwned(owner: Owner): Promise<readonly string[]>;
  /** Undefined if there is no such repository. */
  ownerOf(repositoryId: string): Promise<Owner | undefined>;
  countOwned(owner: Owner): Promise<OwnedCounts>;
  /** Renames or bookmarks a conversation. @returns whether it exists */
  changeConversation(
    conversation: ConversationRecord,
    change: { readonly title?: string | undefined; readonly bookmarked?: boolean | undefined },
  ): Promise<boolean>;
  /** Also deletes the links to them. */
  deleteConversationRecords(conversations: readonly ConversationRecord[]): Promise<void>;
}
