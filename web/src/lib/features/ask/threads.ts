/**
 * The conversations opened in this visit, so that back and forward show at once what was shown before, and a question asked
 * on one page is answered on the next. The longest unused are let go.
 */
import type { Place } from './conversation-source.ts';
import { createThread, type Thread } from './thread.svelte.ts';

const opened = new Map<string, Thread>();
const maxOpened = 20;

/** The conversation of that id; one not opened before is read from the server. */
export function openThread(place: Place): Thread {
  const known = opened.get(keyOf(place));
  return keep(known ?? createThread(place, 'kept'));
}

/** A conversation not yet begun, under an id of its own. */
export function newThread(repositoryId: string): Thread {
  return keep(createThread({ repositoryId, conversationId: crypto.randomUUID() }, 'new'));
}

function keep(thread: Thread): Thread {
  const key = keyOf(thread.place);
  opened.delete(key);
  opened.set(key, thread);
  const [oldest] = opened;
  if (opened.size > maxOpened && oldest !== undefined) {
    oldest[1].leave();
    opened.delete(oldest[0]);
  }
  return thread;
}

function keyOf({ repositoryId, conversationId }: Place): string {
  return JSON.stringify([repositoryId, conversationId]);
}
