/** Notifies the other tabs of this browser about changes to a conversation. */

interface TabMessage {
  readonly repositoryId: string;
  readonly conversationId: string;
  readonly event: 'turn-started' | 'conversation-deleted';
}

const channelName = 'wherefore.conversations';

export function postToTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel belongs to one origin and takes no target origin
  channel.postMessage(message);
  channel.close();
}

/** @returns a function that unsubscribes */
export function onTabMessage(listen: (message: TabMessage) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', (event: MessageEvent<TabMessage>) => listen(event.data));
  return () => channel.close();
}
