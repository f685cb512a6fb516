/** Compares two lists of conversations: which titles and bookmarks the user has changed. Pure. */
import type { ListedConversation } from '../../conversations/listed-conversation.ts';

export interface ConversationChange {
  readonly repositoryId: string;
  readonly id: string;
  readonly title?: string;
  readonly bookmarked?: boolean;
}

/** New and removed conversations are no changes. */
export function findChanges(
  before: readonly ListedConversation[],
  after: readonly ListedConversation[],
): readonly ConversationChange[] {
  const earlier = new Map(before.map((entry) => [`${entry.repositoryId}/${entry.id}`, entry]));
  return after.flatMap(({ repositoryId, id, title, bookmarked }) => {
    const old = earlier.get(`${repositoryId}/${id}`);
    if (old === undefined || (old.title === title && old.bookmarked === bookmarked)) return [];
    return [
      {
        repositoryId,
        id,
        ...(old.title === title ? {} : { title }),
        ...(old.bookmarked === bookmarked ? {} : { bookmarked }),
      },
    ];
  });
}
