/** The page of a conversation. */
export function conversationAddress(one: { readonly repositoryId: string; readonly id: string }): string {
  return `/r/${encodeURIComponent(one.repositoryId)}/c/${encodeURIComponent(one.id)}`;
}
