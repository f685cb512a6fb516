/** Tells the other tabs of this browser what happens in a conversation, so that they join in. */

interface TabNews {
  readonly repositoryId: string;
  readonly conversationId: string;
  /** A turn was begun, or the conversation was removed. */
  readonly what: 'asked' | 'removed';
}

const channelName = 'wherefore.conversations';

export function tellTabs(news: TabNews): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes none
  channel.postMessage(news);
  channel.close();
}

/** @returns the function that ends the listening */
export function onTabNews(listen: (news: TabNews) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', (event: MessageEvent<TabNews>) => listen(event.data));
  return () => channel.close();
}
