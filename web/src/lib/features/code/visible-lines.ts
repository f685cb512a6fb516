/**
 * Computes which lines of a long file are rendered. Pure. Lines have the same height, so the window follows from the scroll position. Short
 * files are rendered completely, so that the browser's find and selection reach every line.
 */

export interface Viewport {
  readonly scrollTop: number;
  readonly height: number;
  readonly lineHeight: number;
}

/** Zero-based, end exclusive. */
interface LineWindow {
  readonly first: number;
  readonly end: number;
}

/** Files up to this many lines are rendered completely. */
export const maxFullyRendered = 1000;
const overscan = 40;
/** The window moves in steps, so that scrolling by a line renders nothing. */
const step = 20;

/** @param maxUnwindowed up to this many lines, all are rendered */
export function visibleLines(
  lineCount: number,
  viewport: Viewport,
  maxUnwindowed = maxFullyRendered,
): LineWindow {
  if (lineCount <= maxUnwindowed) return { first: 0, end: lineCount };
  const top = Math.floor(Math.max(0, viewport.scrollTop) / viewport.lineHeight);
  const shown = Math.ceil(viewport.height / viewport.lineHeight);
  const first = Math.floor(Math.min(top, lineCount - 1) / step) * step - overscan;
  return { first: Math.max(0, first), end: Math.min(lineCount, first + shown + step + 2 * overscan) };
}

/** The 1-based lines in view. Wrapping is ignored. */
export function linesInView(
  lineCount: number,
  viewport: Viewport,
): { readonly startLine: number; readonly endLine: number } {
  const first = Math.floor(Math.max(0, viewport.scrollTop) / viewport.lineHeight);
  const startLine = Math.max(1, Math.min(first + 1, lineCount));
  const shown = Math.max(1, Math.floor(viewport.height / viewport.lineHeight));
  return { startLine, endLine: Math.max(startLine, Math.min(startLine + shown - 1, lineCount)) };
}

/**
 * The scroll position that shows a range of 1-based lines. It does not change if they are in view. Otherwise the first line moves to a
 * quarter of the height, or higher if the whole range then fits.
 */
export function scrollTopFor(
  range: { readonly startLine: number; readonly endLine: number },
  viewport: Viewport,
): number {
  const top = (range.startLine - 1) * viewport.lineHeight;
  const bottom = range.endLine * viewport.lineHeight;
  const { scrollTop, height } = viewport;
  if (top >= scrollTop && bottom <= scrollTop + height) return scrollTop;
  const space = Math.max(viewport.lineHeight, Math.min(height / 4, height - (bottom - top)));
  return Math.max(0, top - space);
}
