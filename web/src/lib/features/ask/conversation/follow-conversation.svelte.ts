/**
 * Controls the scroll position of a conversation: it scrolls to the requested turn on arrival, and follows a growing answer while
 * the user is at the end of the page.
 */
import { tick } from 'svelte';
import { isAtEnd, scrollTopToFollow, type ScrollView } from './scroll-position.ts';
import type { Thread } from './thread.svelte.ts';
import type { Turn } from './turn.svelte.ts';

interface FollowedConversation {
  readonly conversationId: () => string;
  readonly thread: () => Thread;
  /** The turn number in the address; null for none. */
  readonly turn: () => number | null;
  /** The element that contains the turns; undefined until it is mounted. */
  readonly content: () => HTMLElement | undefined;
}

/** The last parts of an answer may arrive all at once, so the page follows a turn for this long after its end. */
const followAfterEndMs = 500;

/** Finds the heading of a turn by the turn's number. */
export function findTurnHeading(number: number): HTMLElement | null {
  return document.getElementById(`turn-${number}`);
}

/** Call it during component initialization. */
export function followConversation({ conversationId, thread, turn, content }: FollowedConversation): void {
  let followedTurn: Turn | undefined;
  $effect(() => {
    const running = thread().running;
    if (running === undefined) return;
    followedTurn = running;
    return () => setTimeout(() => followedTurn === running && (followedTurn = undefined), followAfterEndMs);
  });
  stickToEnd(() => ({
    content: content(),
    heading: () => (followedTurn ? findTurnHeading(followedTurn.number) : null),
  }));

  let lastRequest = '';
  $effect(() => {
    const { phase, turns } = thread().state;
    const request = `${conversationId()} ${turn() ?? ''}`;
    if (phase !== 'ready' || turns.length === 0 || lastRequest === request) return;
    const isFirst = !lastRequest.startsWith(conversationId());
    lastRequest = request;
    const number = turn() ?? turns.length;
    if (isFirst && number > 1)
      void tick().then(() => findTurnHeading(number)?.scrollIntoView({ block: 'start' }));
  });
}

interface GrowingContent {
  /** The element that grows; undefined until it is mounted. */
  readonly content: HTMLElement | undefined;
  /** The heading that must stay visible; null while no question is being answered. */
  readonly heading: () => HTMLElement | null;
}

function stickToEnd(growingContent: () => GrowingContent): void {
  $effect(() => {
    const { content, heading } = growingContent();
    if (content === undefined) return;
    let wasAtEnd = isAtEnd(currentView());
    const onscroll = (): void => {
      wasAtEnd = isAtEnd(currentView());
    };
    const observer = new ResizeObserver(() => {
      const target = heading();
      if (!wasAtEnd || target === null) return;
      const view = currentView();
      const margin = Number.parseFloat(getComputedStyle(target).scrollMarginTop) || 0;
      const maxScrollTop = view.scrollTop + target.getBoundingClientRect().top - margin;
      window.scrollTo({ top: scrollTopToFollow(view, maxScrollTop), behavior: 'instant' });
    });
    observer.observe(content);
    window.addEventListener('scroll', onscroll, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', onscroll);
    };
  });
}

function currentView(): ScrollView {
  const { scrollHeight, clientHeight } = document.documentElement;
  return { scrollTop: window.scrollY, height: clientHeight, contentHeight: scrollHeight };
}
