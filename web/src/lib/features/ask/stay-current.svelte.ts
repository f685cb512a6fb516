/** Keeps a conversation as the server has it: at first, when another tab asks in it, when the page is seen again. */
import { untrack } from 'svelte';
import { onTabNews } from '../conversations/tabs.ts';
import type { Thread } from './thread.svelte.ts';

/** Call it while a component is set up. */
export function stayCurrent(shown: () => Thread): void {
  $effect(() => {
    const thread = shown();
    const { repositoryId, conversationId } = thread.place;
    const look = (): void => {
      if (!document.hidden) void thread.look();
    };
    untrack(() => void thread.look());
    const deafen = onTabNews((news) => {
      if (news.repositoryId !== repositoryId || news.conversationId !== conversationId) return;
      if (news.what === 'removed') thread.forget();
      else void thread.look();
    });
    document.addEventListener('visibilitychange', look);
    return () => {
      deafen();
      document.removeEventListener('visibilitychange', look);
    };
  });
}
