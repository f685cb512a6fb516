/** Starts a conversation: asks its first question, adds it to the list of conversations, and opens its page. */
import { goto } from '$app/navigation';
import { tick } from 'svelte';
import type { AttachedFile, Repository } from '../../../api.ts';
import { touchConversation } from '../../conversations/change-conversations.ts';
import { conversationPath, type OpenSource } from './ask-address.ts';
import { openNewThread } from './open-threads.ts';

export async function beginConversation(
  repository: Pick<Repository, 'id' | 'name'>,
  question: string,
  options: {
    readonly source?: OpenSource | null;
    readonly replace?: boolean;
    /** The version to ask about. */
    readonly version?: string | null;
    readonly files?: readonly AttachedFile[];
  } = {},
): Promise<void> {
  const isTyping = document.activeElement?.id === 'question';
  const thread = openNewThread(repository.id);
  const { source = null, replace = false, version = null, files = [] } = options;
  thread.ask(question, version, files);
  listConversation(repository, thread.place.conversationId, question);
  await goto(conversationPath(thread.place, { turn: source === null ? null : 1, source }), { replace });
  await tick();
  // Focus stays in the box for a typed question, and moves to the answer for a suggested one.
  const focusTarget = document.querySelector<HTMLElement>(isTyping ? '#question' : '#turn-1');
  focusTarget?.focus({ preventScroll: true });
}

/** Moves the conversation to the top of the list after a question. */
export function listConversation(
  repository: Pick<Repository, 'id' | 'name'>,
  conversationId: string,
  question: string,
): void {
  touchConversation({
    id: conversationId,
    repositoryId: repository.id,
    repositoryName: repository.name,
    title: question,
  });
}
