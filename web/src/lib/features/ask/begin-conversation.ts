/** A question that begins a conversation: asked, listed, and the page of the conversation shown. */
import { goto } from '$app/navigation';
import { tick } from 'svelte';
import type { AttachedFile, Repository } from '../../api.ts';
import { conversationList } from '../conversations/conversation-list.svelte.ts';
import { conversationPath, type OpenSource } from './ask-address.ts';
import { newThread } from './threads.ts';

export async function beginConversation(
  repository: Pick<Repository, 'id' | 'name'>,
  question: string,
  how: {
    readonly source?: OpenSource | null;
    readonly replace?: boolean;
    /** The version it is asked of, as a request names it. */
    readonly version?: string | null;
    readonly files?: readonly AttachedFile[];
  } = {},
): Promise<void> {
  const typed = document.activeElement?.id === 'question';
  const thread = newThread(repository.id);
  const { source = null, replace = false, version = null, files = [] } = how;
  thread.ask(question, version, files);
  listAsked(repository, thread.place.conversationId, question);
  await goto(conversationPath(thread.place, { turn: source === null ? null : 1, source }), { replace });
  await tick();
  // Whoever typed goes on typing; who chose a question reads its answer.
  const next = document.querySelector<HTMLElement>(typed ? '#question' : '#turn-1');
  next?.focus({ preventScroll: true });
}

/** Lists the conversation first: a question was asked in it. */
export function listAsked(
  repository: Pick<Repository, 'id' | 'name'>,
  conversationId: string,
  question: string,
): void {
  conversationList.touch({
    id: conversationId,
    repositoryId: repository.id,
    repositoryName: repository.name,
    title: question,
  });
}
