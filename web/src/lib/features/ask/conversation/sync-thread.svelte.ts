/** Refreshes a conversation from the server: on load, when another tab changes it, and when the page becomes visible again. */
import { untrack } from 'svelte';
import { onTabMessage } from '../../conversations/tab-messages.ts';
import type { Thread } from './thread.svelte.ts';

/** Call it during component initialization. */
export function syncThread(current: () => Thread): void {
  $effect(() => {
    const thread = current();
    const { repositoryId, conversationId } = thread.place;
    const refresh = (): void => {
      if (!document.hidden) void thread.refresh();
    };
    untrack(() => void thread.refresh());
    const unsubscribe = onTabMessage((message) => {
      if (message.repositoryId !== repositoryId || message.conversationId !== conversationId) return;
      if (message.event === 'conversation-deleted') thread.markGone();
      else void thread.refresh();
    });
    document.addEventListener('visibilitychange', refresh);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', refresh);
    };
  });
}
