/**
 * Follows the end of the page while an answer grows, for a reader who is at the end; see `follow-end.ts`. Call it while a
 * component is set up.
 */
import { endToFollow, isAtEnd, type ScrollView } from './follow-end.ts';

export interface Followed {
  /** What grows; undefined until it is on the page. */
  readonly content: HTMLElement | undefined;
  /** The heading that stays in sight; null when nothing is being answered. */
  readonly heading: () => HTMLElement | null;
}

export function stayAtEnd(followed: () => Followed): void {
  $effect(() => {
    const { content, heading } = followed();
    if (content === undefined) return;
    let atEnd = isAtEnd(currentView());
    const onscroll = (): void => {
      atEnd = isAtEnd(currentView());
    };
    const observer = new ResizeObserver(() => {
      const target = heading();
      if (!atEnd || target === null) return;
      const view = currentView();
      const margin = Number.parseFloat(getComputedStyle(target).scrollMarginTop) || 0;
      const highest = view.scrollTop + target.getBoundingClientRect().top - margin;
      window.scrollTo({ top: endToFollow(view, highest), behavior: 'instant' });
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
