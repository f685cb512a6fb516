/** Adds the conversations of this page that the server's list does not have yet. Pure. */
import type { ListedConversation } from '../../conversations/listed-conversation.ts';

/**
 * A list that was requested before a question does not contain it. A listed conversation keeps the server's title and bookmark.
 * @param shown the list on this page
 * @param openedAt when this page was opened, in milliseconds since 1970
 * @returns most recently asked first
 */
export function addBegun(
  loaded: readonly ListedConversation[],
  shown: readonly ListedConversation[],
  openedAt: number,
): readonly ListedConversation[] {
  const shownByKey = new Map(shown.map((entry) => [conversationKey(entry), entry]));
  const known = new Set(loaded.map(conversationKey));
  const begun = shown.filter((entry) => entry.createdAt >= openedAt && !known.has(conversationKey(entry)));
  const updated = loaded.map((entry) => ({
    ...entry,
    askedAt: Math.max(entry.askedAt, shownByKey.get(conversationKey(entry))?.askedAt ?? 0),
  }));
  return [...begun, ...updated].toSorted((a, b) => b.askedAt - a.askedAt);
}

function conversationKey({ repositoryId, id }: ListedConversation): string {
  return `${repositoryId}/${id}`;
}
