/**
 * Keeps the conversations that were opened in this visit, so that back and forward show them at once. A question asked on one page can be
 * answered on the next page. Closes the least recently used threads above the limit.
 */
import type { ConversationPlace } from './conversation-source.ts';
import { createThread, type Thread } from './thread.svelte.ts';

const openThreads = new Map<string, Thread>();
const maxOpenThreads = 20;

/** Returns the open thread of a conversation, or opens one that loads from the server. */
export function openThread(place: ConversationPlace): Thread {
  const existing = openThreads.get(threadKey(place));
  return rememberThread(existing ?? createThread(place, 'stored'));
}

/** Creates a thread for a new conversation with a new id. */
export function openNewThread(repositoryId: string): Thread {
  return rememberThread(createThread({ repositoryId, conversationId: crypto.randomUUID() }, 'new'));
}

function rememberThread(thread: Thread): Thread {
  const key = threadKey(thread.place);
  openThreads.delete(key);
  openThreads.set(key, thread);
  const [oldest] = openThreads;
  if (openThreads.size > maxOpenThreads && oldest !== undefined) {
    oldest[1].close();
    openThreads.delete(oldest[0]);
  }
  return thread;
}

function threadKey({ repositoryId, conversationId }: ConversationPlace): string {
  return JSON.stringify([repositoryId, conversationId]);
}
