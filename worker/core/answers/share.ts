/** A link to a conversation. Whoever has its token and may read the repository can read the conversation. */

export interface Share {
  readonly id: string;
  /** Whose conversation it is. */
  readonly owner: string;
  readonly repositoryId: string;
  readonly conversationId: string;
  /** The first question of the conversation. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Undefined if it does not expire. */
  readonly expiresAt: number | undefined;
}
