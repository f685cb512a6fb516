/** Asks the user before all conversations of this browser are deleted. */
import { goto } from '$app/navigation';
import { page } from '$app/state';
import { confirmation } from '../../components/confirmation.svelte.ts';
import { formatCountOf } from '../../format.ts';
import { removeAllConversations } from './change-conversations.ts';
import { conversationList } from './conversation-list.svelte.ts';
import { listedConversationPath } from './listed-conversation.ts';

/** @param newChat where the user goes if the page shows one of the conversations */
export function confirmDeletion(newChat: string): void {
  const listed = conversationList.all;
  const bookmarkedCount = listed.filter(({ bookmarked }) => bookmarked).length;
  const isCurrentListed = listed.some(
    (conversation) => page.url.pathname === listedConversationPath(conversation),
  );
  confirmation.request({
    title: `Delete all conversations?`,
    text: `${formatCountOf(listed.length, 'conversation')}${bookmarkedCount === 0 ? '' : `, ${bookmarkedCount} of them bookmarked`}, with all questions and answers. This cannot be undone.`,
    action: 'Delete all',
    steps: listed.length,
    fallbackFocus: '#find-conversation',
    run: async (onProgress) => {
      await removeAllConversations(onProgress);
      if (isCurrentListed) await goto(newChat, { replaceState: true });
    },
  });
}
