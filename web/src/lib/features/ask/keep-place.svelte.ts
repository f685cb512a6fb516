/**
 * Where in a conversation its reader is: who comes is brought to the turn meant, who is at the end stays there while an answer
 * grows.
 */
import { tick } from 'svelte';
import { stayAtEnd } from './stay-at-end.svelte.ts';
import type { Thread } from './thread.svelte.ts';
import type { Turn } from './turn.svelte.ts';

interface ReadConversation {
  readonly conversationId: () => string;
  readonly thread: () => Thread;
  /** The number of the turn the address names; null for none. */
  readonly turn: () => number | null;
  /** What holds the turns; undefined until it is on the page. */
  readonly content: () => HTMLElement | undefined;
}

/** An answer's end may come in one piece: its turn is followed for so long after. */
const followedAfterMs = 500;

/** The heading of a turn, by the turn's number; null where the page has none. */
export function headingOf(number: number): HTMLElement | null {
  return document.getElementById(`turn-${number}`);
}

/** Call it while a component is set up. */
export function keepPlace({ conversationId, thread, turn, content }: ReadConversation): void {
  let followed: Turn | undefined;
  $effect(() => {
    const running = thread().running;
    if (running === undefined) return;
    followed = running;
    return () => setTimeout(() => followed === running && (followed = undefined), followedAfterMs);
  });
  stayAtEnd(() => ({ content: content(), heading: () => (followed ? headingOf(followed.number) : null) }));

  let arrivedAt = '';
  $effect(() => {
    const { phase, turns } = thread().state;
    const wanted = `${conversationId()} ${turn() ?? ''}`;
    if (phase !== 'ready' || turns.length === 0 || arrivedAt === wanted) return;
    const first = !arrivedAt.startsWith(conversationId());
    arrivedAt = wanted;
    const number = turn() ?? turns.length;
    if (first && number > 1) void tick().then(() => headingOf(number)?.scrollIntoView({ block: 'start' }));
  });
}
