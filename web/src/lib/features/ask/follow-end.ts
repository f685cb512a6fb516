/**
 * Keeping the end of a growing page in view for a reader who is there, and leaving one alone who has scrolled away. The page
 * follows only as far as the question being answered stays in sight.
 */

export interface ScrollView {
  readonly scrollTop: number;
  /** Of the window. */
  readonly height: number;
  /** Of the whole page. */
  readonly contentHeight: number;
}

/** Fractions of a pixel, and the bounce of some touch screens. */
const slack = 4;

export function isAtEnd({ scrollTop, height, contentHeight }: ScrollView): boolean {
  return scrollTop + height >= contentHeight - slack;
}

/**
 * @param highest how far the page may be scrolled: where the question is at the top of the window
 * @returns where to scroll to; what was scrolled further already stays
 */
export function endToFollow(view: ScrollView, highest: number): number {
  const end = Math.max(0, view.contentHeight - view.height);
  return Math.max(view.scrollTop, Math.min(end, highest));
}
