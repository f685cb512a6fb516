/**
 * Computes how far to scroll a page that grows. A user at the end of the page continues to see the end; a user who has scrolled away stays
 * where they are. The page never scrolls the heading of the current question out of sight.
 */

export interface ScrollView {
  readonly scrollTop: number;
  /** The height of the window. */
  readonly height: number;
  /** The height of the whole page. */
  readonly contentHeight: number;
}

/** In pixels. Allows for fractions of a pixel and for overscroll on some touch screens. */
const tolerance = 4;

export function isAtEnd({ scrollTop, height, contentHeight }: ScrollView): boolean {
  return scrollTop + height >= contentHeight - tolerance;
}

/**
 * @param maxScrollTop the scroll position at which the question is at the top of the window
 * @returns the new scroll position, which is never above the current one
 */
export function scrollTopToFollow(view: ScrollView, maxScrollTop: number): number {
  const end = Math.max(0, view.contentHeight - view.height);
  return Math.max(view.scrollTop, Math.min(end, maxScrollTop));
}
