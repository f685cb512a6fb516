/** A conversation as the list of this browser has it. */
export interface ListedConversation {
  readonly id: string;
  readonly repositoryId: string;
  readonly repositoryName: string;
  /** The first question, or the name it was given. */
  readonly title: string;
  readonly bookmarked: boolean;
  readonly createdAt: number;
  /** When the last question was asked. */
  readonly askedAt: number;
}
