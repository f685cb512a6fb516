/**
 * Keeps the conversations opened in this visit, so that back and forward show them at once and a question asked on one page is answered
 * on the next. The least recently used are closed.
 */
import type { ConversationPlace } from './conversation-source.ts';
import { createThread, type Thread } from './thread.svelte.ts';

const openThreads = new Map<string, Thread>();
const maxOpened = 20;

/** Returns the open thread of a conversation, or opens one that loads from the server. */
export function openThread(place: ConversationPlace): Thread {
  const known = openThreads.get(threadKey(place));
  return rememberThread(known ?? createThread(place, 'stored'));
}

/** Creates a thread for a new conversation with a new id. */
export function newThread(repositoryId: string): Thread {
  return rememberThread(createThread({ repositoryId, conversationId: crypto.randomUUID() }, 'new'));
}

function rememberThread(thread: Thread): Thread {
  const key = threadKey(thread.place);
  openThreads.delete(key);
  openThreads.set(key, thread);
  const [oldest] = openThreads;
  if (openThreads.size > maxOpened && oldest !== undefined) {
    oldest[1].close();
    openThreads.delete(oldest[0]);
  }
  return thread;
}

function threadKey({ repositoryId, conversationId }: ConversationPlace): string {
  return JSON.stringify([repositoryId, conversationId]);
}
