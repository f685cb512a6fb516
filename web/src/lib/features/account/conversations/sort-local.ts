/** Sorts the conversations that this browser has stored for a user who is signed in. Pure. */
import type { ListedConversation } from '../../conversations/listed-conversation.ts';

export interface SortedLocal {
  /** From before the sign-in: the account does not have them. */
  readonly earlier: readonly ListedConversation[];
  /** Begun on this page before it knew the user. They are the account's, but its list may not have them yet. */
  readonly begun: readonly ListedConversation[];
}

/** @param openedAt when this page was opened, in milliseconds since 1970 */
export function sortLocal(
  local: readonly ListedConversation[],
  account: readonly ListedConversation[],
  openedAt: number,
): SortedLocal {
  const known = new Set(account.map(({ repositoryId, id }) => `${repositoryId}/${id}`));
  const unknown = local.filter(({ repositoryId, id }) => !known.has(`${repositoryId}/${id}`));
  return {
    earlier: unknown.filter(({ createdAt }) => createdAt < openedAt),
    begun: unknown.filter(({ createdAt }) => createdAt >= openedAt),
  };
}
